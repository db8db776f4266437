"""α-UMi's global-to-local progressive fine-tuning (its section 3.3) on exported runs.

`python -m smurfs_graph.training SETTINGS.yaml`; needs the extra `training`.
"""
