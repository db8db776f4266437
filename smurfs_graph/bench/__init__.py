"""Benchmarks: public data sets, how plans and answers on them are judged, and what the library reaches."""
