"""The tools of the workers: put your own here."""

from smurfs_graph import effects

STOCK = {"X-1": 4, "X-2": 0}


@effects("read")
def find_stock(item: str) -> dict[str, int | str]:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    return {"item": item, "stock": STOCK.get(item, 0)}
