// Runs in the page that is measured, before its own scripts.

const marksOf = (name) => performance.getEntriesByName(name, 'mark')

/** What a probe has noted since it was last asked. */
let frames = []
let tasks = []
let shown = []
let isCounting = false

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration)
}).observe({ type: 'longtask' })

window.probes = {
  /** Milliseconds from each last change of the criteria to its exact count on the screen, by the screen's own marks. */
  countTimes() {
    const asked = marksOf('dooryard:asked')
    return marksOf('dooryard:counted').flatMap((counted) => {
      const change = asked.findLast(({ detail }) => detail.serial === counted.detail.serial)
      return change ? [counted.startTime - change.startTime] : []
    })
  },
  /** Notes every text that an element shows from now on, and forgets the marks so far. */
  watchText(element) {
    shown = []
    performance.clearMarks()
    const note = () => shown.push(element.textContent)
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
  },
  shownTexts: () => shown,
  /** Notes when each frame begins, until asked for them. */
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
  /** Milliseconds of the tasks of 50 and more since it was last asked. */
  longTasks() {
    const noted = tasks
    tasks = []
    return noted
  },
}
