"""What all parts of the presets document are made of."""

from typing import Annotated

from pydantic import ConfigDict, Field, StrictInt, StrictStr

from hunt_ai.core.settings import Settings


class Record(Settings):
    """A part of a document. Keys that it does not know are those of a newer minor version: they are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True)


Text = Annotated[StrictStr, Field(max_length=100_000)]
Name = Annotated[StrictStr, Field(min_length=1, max_length=200)]
Place = Annotated[StrictStr, Field(pattern=r"^[a-z][1-9][0-9]?$")]
Digest = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Count = Annotated[StrictInt, Field(ge=0, le=2**53)]


class Titles(Record):
    """A text in the two languages."""

    en: Text
    zh: Text


class Version(Record):
    """Readers refuse a greater `major`, and pass over what they do not know of a greater `minor`."""

    major: Annotated[StrictInt, Field(ge=1, le=1)]
    minor: Count
