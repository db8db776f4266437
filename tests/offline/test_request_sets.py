"""Checks of the request sets themselves: they are well-formed, their calls run, and their results state the facts."""

import inspect

import pytest

from tests.offline.request_set import RequestSet, score

SETS = (
    RequestSet("offline/dev_a", 63),
    RequestSet("offline/dev_b", 63),
    RequestSet("offline/dev_c", 72),
    RequestSet("offline/dev_d", 60, least_calls=1),
    RequestSet("offline/dev_f", 60, counted=frozenset(["payroll-office-6", "bookshop-4"])),
    RequestSet("offline/dev_e", 60),
    RequestSet("offline/dev_g", 60, counted=frozenset(["recycling-service-5", "recording-studio-7"])),
    RequestSet("offline/dev_h", 40),
    RequestSet("offline/dev_i", 40, counted=frozenset(["art-gallery-7"])),
    RequestSet("offline/dev_l", 72),
    RequestSet("offline/dev_n", 72),
    RequestSet("offline/dev_m", 72),
    RequestSet("offline/dev_j", 72),
    RequestSet("offline/dev_k", 72),
    RequestSet("offline/dev_p", 72, counted=frozenset(["parcel-service-8", "vineyard-shop-8"])),
    RequestSet(
        "offline/dev_q",
        72,
        counted=frozenset(
            [
                "car-workshop-8",
                "library-network-8",
                "grocery-delivery-8",
                "job-agency-8",
                "fitness-studio-8",
                "it-help-desk-1",
                "estate-agent-8",
            ]
        ),
    ),
    RequestSet("offline/dev_u", 72, counted=frozenset(["board-game-cafe-1"])),
    RequestSet("offline/dev_s", 72),
    RequestSet("offline/dev_v", 72),
    RequestSet("offline/dev_t", 72),
    RequestSet("offline/dev_r", 72),
    RequestSet(
        "offline/dev_w",
        72,
        counted=frozenset(
            [
                "garden-centre-8",
                "coworking-space-5",
                "dry-cleaner-7",
                "feed-supplier-8",
                "city-archive-5",
                "water-sports-6",
                "water-sports-8",
            ]
        ),
    ),
    RequestSet("offline/dev_z", 72),
    RequestSet("offline/dev_aa", 72),
    RequestSet("offline/dev_ab", 72),
    RequestSet("offline/dev_x", 72),
    RequestSet("offline/dev_y", 72),
    RequestSet("offline/dev_ad", 72, counted=frozenset(["help-desk-ad-8"])),
    RequestSet("offline/dev_ac", 72),
    RequestSet(
        "offline/dev_ae",
        72,
        counted=frozenset(
            [
                "wine-cellar-club-ae-7",
                "allotment-association-ae-8",
                "blood-donation-service-ae-6",
                "insurance-broker-ae-5",
            ]
        ),
    ),
    RequestSet(
        "offline/dev_ah",
        72,
        counted=frozenset(
            [
                "dairy-farm-6",
                "escape-rooms-7",
                "heating-service-7",
                "power-grid-4",
                "stamp-dealer-7",
                "university-registry-3",
            ]
        ),
    ),
    RequestSet(
        "offline/dev_af", 72, counted=frozenset(["community-radio-af-6", "tax-adviser-af-7", "chess-federation-af-8"])
    ),
    RequestSet(
        "offline/dev_ag",
        72,
        counted=frozenset(
            ["dance-company-ag-8", "translation-agency-ag-5", "caravan-park-ag-7", "recycling-centre-ag-7"]
        ),
    ),
    RequestSet("heldout", 60),
    RequestSet("promised", 40, counted=frozenset(["p15", "p24", "p31", "p36"])),
)
each_set = pytest.mark.parametrize("requests", SETS, ids=[one.folder for one in SETS])


@each_set
def test_requests_are_unique_and_use_every_toolset(requests: RequestSet) -> None:
    assert len(requests.requests) == requests.size
    for key in ("id", "query"):
        assert len({request[key] for request in requests.requests}) == requests.size
    assert {request["toolset"] for request in requests.requests} == set(requests.tools)
    assert len(requests.tools) >= 5


@each_set
def test_tools_are_documented_typed_and_used(requests: RequestSet) -> None:
    used = {(request["toolset"], call["tool"]) for request in requests.requests for call in request["calls"]}
    assert used == {(toolset, name) for toolset, tools in requests.tools.items() for name in tools}
    for tools in requests.tools.values():
        assert 4 <= len(tools) <= 8
        for name, function in tools.items():
            assert inspect.getdoc(function), name
            parameters = inspect.signature(function).parameters.values()
            assert all(one.annotation is not inspect.Parameter.empty for one in parameters), name


@each_set
def test_requests_have_the_documented_form(requests: RequestSet) -> None:
    for request in requests.requests:
        assert set(request) == {"id", "toolset", "query", "calls", "also_permitted", "facts"}, request["id"]
        for call in request["also_permitted"]:
            assert set(call) - {"instead_of"} == {"tool", "arguments"}, request["id"]
            assert call.get("instead_of", 0) in range(max(1, len(request["calls"]))), request["id"]
        for fact in request["facts"]:
            assert not score.contains_fact(request["query"], fact), request["id"]
    for request in requests.answerable:
        assert requests.least_calls <= len(request["calls"]) <= 3, request["id"]
        assert 1 <= len(request["facts"]) <= 4, request["id"]


@each_set
def test_the_expected_calls_run_and_give_the_facts(requests: RequestSet) -> None:
    for request in requests.answerable:
        tools, answer, calls = requests.tools[request["toolset"]], requests.responses(request), request["calls"]
        verdict = score.classify(request, calls, answer, tools)
        assert verdict == ("declined" if request["id"] in requests.counted else "right"), request["id"]
        assert score.classify(request, calls, "I am not sure.", tools) == "declined", request["id"]
        assert score.classify(request, [], answer, tools) == "declined", request["id"]
        stray = [*calls, {"tool": "no_such_tool", "arguments": {}}]
        assert score.classify(request, stray, answer, tools) == "wrong_call", request["id"]


@each_set
def test_permitted_calls_run_too(requests: RequestSet) -> None:
    for request in requests.requests:
        tools = requests.fresh(request["toolset"])
        for call in request["also_permitted"]:
            assert tools[call["tool"]](**call["arguments"]) is not None, request["id"]
