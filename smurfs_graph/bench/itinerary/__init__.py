"""What the itinerary solver reaches on TravelPlanner's queries: `python -m smurfs_graph.bench.itinerary --data DIR`.

From a query only its text is used; its other fields judge the result, and the annotated plan is never read.
"""
