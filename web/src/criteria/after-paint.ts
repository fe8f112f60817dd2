/** Does something once the frame that is being made has been painted. */
export function afterPaint(work: () => void) {
  // A message is handled after the frame that the callback belongs to has been painted.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  requestAnimationFrame(() => port2.postMessage(undefined))
}
