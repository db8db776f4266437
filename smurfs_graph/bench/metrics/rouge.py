"""ROUGE-L as the package `rouge` 1.0.1 computes it, which API-Bank, α-UMi and PMC report."""


def rouge_l(hypothesis: str, reference: str) -> float:
    """Return the F value from 0 to 1.

    Sentences end at every full stop. For each pair of sentences a longest common subsequence is taken; the distinct
    words of all of them, over the distinct words of either text, give recall and precision. Identical texts get
    0.999999995, since the package adds 1e-8 below the line. Which of several longest subsequences is taken matters,
    as their union is counted: where both ways are equally long, the hypothesis' word is left out.

    Raises:
        ValueError: one of the texts has no sentence, as in the package.
    """
    found = _sentences(hypothesis, "hypothesis")
    wanted = _sentences(reference, "reference")
    common = {
        word
        for sentence in wanted
        for other in found
        for word in _longest_common(sentence.split(" "), other.split(" "))
    }
    recall, precision = len(common) / len(_words(wanted)), len(common) / len(_words(found))
    return 2.0 * precision * recall / (precision + recall + 1e-8)


def rouge_l_or_0(hypothesis: str, reference: str) -> float:
    """Return ROUGE-L, and 0 where a text is empty, as API-Bank's evaluation does (α-UMi's fails there)."""
    try:
        return rouge_l(hypothesis, reference)
    except ValueError:
        return 0.0


def _sentences(text: str, which: str) -> list[str]:
    sentences = [" ".join(part.split()) for part in text.split(".") if part]
    if not sentences:
        raise ValueError(f"the {which} is empty")
    return sentences


def _words(sentences: list[str]) -> set[str]:
    return {word for sentence in sentences for word in sentence.split(" ")}


def _longest_common(one: list[str], other: list[str]) -> list[str]:
    """Return the words of a longest common subsequence, last word first."""
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for at, word in enumerate(one, start=1):
        above, row = lengths[at - 1], lengths[at]
        for column, against in enumerate(other, start=1):
            row[column] = above[column - 1] + 1 if word == against else max(above[column], row[column - 1])
    words: list[str] = []
    at, column = len(one), len(other)
    while at and column:
        if one[at - 1] == other[column - 1]:
            words.append(one[at - 1])
            at, column = at - 1, column - 1
        elif lengths[at - 1][column] > lengths[at][column - 1]:
            at -= 1
        else:
            column -= 1
    return words
