"""What can go wrong, by who must act."""


class DescriptionError(Exception):
    """Something in the description or the design that its author must change."""


class ToolError(Exception):
    """A tool is missing, or choked on what another tool made."""
