"""What is told about measuring is what is measured: the document, the dashboard and the alerts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Metric
from prometheus_client.metrics import MetricWrapperBase

from bot.handling import Kind, Outcome, UnderWay
from bot.metrics import Access, Drawing, Metrics

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT = (DOCS / "observability.md").read_text()
DASHBOARD = json.loads((DOCS / "grafana-dashboard.json").read_text())
ALERTS = (DOCS / "alerts.yml").read_text()
OF_PROMETHEUS = {"le", "job"}
SUFFIXES = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}

METRICS = Metrics()
FAMILIES: list[Metric] = [*METRICS.registry.collect()]
SERIES = {family.name + suffix for family in FAMILIES for suffix in SUFFIXES[family.type]}
OWN = [one for one in vars(METRICS).values() if isinstance(one, MetricWrapperBase)]
LABELS = {label for one in OWN for label in one._labelnames}


def expressions() -> Iterator[str]:
    """Every expression of the dashboard and of the alerts."""
    for panel in DASHBOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from re.findall(r"expr: (.+(?:\n {10}.+)*)", ALERTS)


def told_of(family: Metric) -> str:
    return family.name + ("_total" if family.type == "counter" else "")


def test_every_metric_is_told_with_its_type_and_labels_and_there_is_no_other() -> None:
    rows = re.findall(r"^\| `(catena_\w+)` \| (\w+) \| (.*?) \|", DOCUMENT, re.MULTILINE)
    told = {name: (kind, tuple(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}
    families = {one._name: one for one in OWN}
    assert told == {
        told_of(family): (family.type, families[family.name]._labelnames)
        for family in FAMILIES
        if family.name.startswith("catena_")
    }


def test_the_process_is_measured_as_told() -> None:
    told = set(re.findall(r"`(process_\w+)`", DOCUMENT))
    assert told == {told_of(family) for family in FAMILIES if family.name.startswith("process_")}


@pytest.mark.parametrize("value", [*Kind, *Outcome, *Drawing, *Access])
def test_every_value_of_a_label_is_told(value: str) -> None:
    assert f"`{value}`" in DOCUMENT


@pytest.mark.parametrize("expression", [*expressions()])
def test_an_expression_is_made_of_what_is_measured(expression: str) -> None:
    named = set(re.findall(r"\b(?:catena|process)_\w+|\bup\b", expression))
    assert named
    assert named <= SERIES | {"up"}
    labels = {*re.findall(r"(\w+)=\"", expression)}
    for grouped in re.findall(r"by \((.*?)\)", expression):
        labels |= {*grouped.split(", ")}
    assert labels <= LABELS | OF_PROMETHEUS
    assert set(re.findall(r'outcome="(\w+)"', expression)) <= {*Outcome}


def test_the_dashboard_shows_every_metric() -> None:
    shown = " ".join(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    missing = [one._name for one in OWN if one._name not in shown]
    assert missing == []


def test_the_panels_have_names_of_their_own_and_do_not_overlap() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    taken = [cell for panel in panels for cell in cells(panel["gridPos"])]
    assert len(taken) == len(set(taken))


def cells(place: dict[str, Any]) -> list[tuple[int, int]]:
    """What a panel covers of the grid, which is 24 wide."""
    assert place["x"] + place["w"] <= 24
    across, down = range(place["x"], place["x"] + place["w"]), range(place["y"], place["y"] + place["h"])
    return [(column, row) for column in across for row in down]


def test_the_first_fault_is_a_rise_from_nothing() -> None:
    metrics = Metrics()
    UnderWay(metrics)
    assert (
        metrics.registry.get_sample_value("catena_interactions_total", {"kind": "press", "outcome": "fault"})
        == 0
    )
