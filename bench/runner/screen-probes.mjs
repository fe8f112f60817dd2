// Runs in the measured page, before its own scripts.

const getMarks = (name) => performance.getEntriesByName(name, 'mark')

/** What a probe has recorded since it was last read. */
let frames = []
let tasks = []
let shown = []
let isCounting = false

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration)
}).observe({ type: 'longtask' })

window.probes = {
  /**
   * Milliseconds from the last change of the criteria to its exact count on the screen, by the screen's own
   * performance marks.
   */
  countTimes() {
    const asked = getMarks('dooryard:asked')
    return getMarks('dooryard:counted').flatMap((counted) => {
      const change = asked.findLast(({ detail }) => detail.serial === counted.detail.serial)
      return change ? [counted.startTime - change.startTime] : []
    })
  },
  /** Records every text that an element shows from now on, and clears earlier marks. */
  watchText(element) {
    shown = []
    performance.clearMarks()
    const note = () => shown.push(element.textContent)
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
  },
  shownTexts: () => shown,
  /** Records the start of each frame until they are read. */
  watchFrames() {
    frames = []
    isCounting = true
    const note = (at) => {
      frames.push(at)
      if (isCounting) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  },
  framesSeen() {
    isCounting = false
    return frames
  },
  /** Milliseconds of the tasks of 50 ms and more since the last call. */
  longTasks() {
    const noted = tasks
    tasks = []
    return noted
  },
}
