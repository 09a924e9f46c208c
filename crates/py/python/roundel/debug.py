"""Debug mode: slow callbacks are reported, and handles know where they were made."""

import asyncio


class DebugMode:
    def set_debug(self, enabled):
        self._debug = enabled
        if self.is_running():
            self.call_soon_threadsafe(self._set_coroutine_origin_tracking, enabled)

    def _callback_took(self, handle, seconds):
        if seconds >= self.slow_callback_duration:
            what = asyncio.base_events._format_handle(handle)
            asyncio.log.logger.warning("Executing %s took %.3f seconds", what, seconds)
