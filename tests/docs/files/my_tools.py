from smurfs_graph import ToolError, effects

STOCK = {"A-17": 4, "B-2": 0}


@effects("read")
def find_stock(item_id: str) -> dict[str, object]:
    """Find how many pieces of an item are in stock.

    Args:
        item_id: Id of the item, such as A-17.
    """
    if item_id not in STOCK:
        raise ToolError(f"there is no item {item_id!r}")
    return {"item_id": item_id, "stock": STOCK[item_id]}


@effects("write")
def reserve_item(item_id: str, pieces: int) -> dict[str, object]:
    """Reserve pieces of an item.

    Args:
        item_id: Id of the item, such as A-17.
        pieces: How many pieces.
    """
    return {"item_id": item_id, "reserved": pieces}
