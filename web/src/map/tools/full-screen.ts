/** Before something opens that lies outside of the map. */
export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
}
