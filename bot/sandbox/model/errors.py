"""Refusals: what the API answers with, and what a client does not let a person do."""

from typing import Any

from bot.sandbox.model.objects import Json


class ApiError(Exception):
    """A request refused as Discord refuses it: HTTP status, code, message, field errors.

    Args:
        status: The HTTP status.
        code: Discord's code, 0 for a general error.
        message: Discord's text.
        errors: The nested object of a 50035.
        headers: Extra headers of the answer.
        extra: Extra keys of the body, as a 429 has them.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: Json | None = None,
        *,
        headers: dict[str, str] | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra or {}

    @property
    def body(self) -> Json:
        """Return the JSON of the answer."""
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


class Refused(Exception):  # noqa: N818 - a refusal is no error of the program
    """What Discord's client would not let this person do, as one sentence."""


class Outdated(Refused):
    """What somebody pressed is on the message no more: it was edited just then."""


class InteractionFailed(Exception):  # noqa: N818 - named as the client says it
    """The bot did not answer in time and the client had nothing to show."""


class FormErrors:
    """Collects the field errors of one body and raises them together as 50035."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note an error at a path such as ``("components", 0, "custom_id")``."""
        node: Any = self._tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], text: str, low: int, high: int) -> None:
        """Note an error unless ``text`` has between ``low`` and ``high`` characters."""
        if len(text) > high and low == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif not low <= len(text) <= high:
            message = f"Must be between {low} and {high} in length."
            self.add(path, "BASE_TYPE_BAD_LENGTH", message)

    def done(self) -> None:
        """Raise what was noted.

        Raises:
            ApiError: 50035, if anything was.
        """
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)


def invalid(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """Return a 50035 with one field error."""
    form = FormErrors()
    form.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", form._tree)  # noqa: SLF001 - made here


def unauthorized() -> ApiError:
    """Return the answer to a wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    """Return 10003."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    """Return 10008."""
    return ApiError(404, 10008, "Unknown Message")


def missing_access() -> ApiError:
    """Return 50001."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return 50013."""
    return ApiError(403, 50013, "Missing Permissions")


def not_in_dm() -> ApiError:
    """Return 50003."""
    return ApiError(403, 50003, "Cannot execute action on a DM channel")
