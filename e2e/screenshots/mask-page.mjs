// Runs in the photographed page. Replaces text that differs between runs with fixed text of the same kind, and
// restores the original text afterwards: the page continues to be used.

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const clock = String.raw`\d{1,2}:\d{2}`

const repeatChar = (letter) => (text) => letter.repeat(text.length)

/** Patterns and their replacements; the first ones apply before the later ones. */
const replacements = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000'],
  [/(?<=\b(?:whsec|dyk)_)[\w+/=-]+/g, repeatChar('a')],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/g, repeatChar('0')],
  [/\b\d{6}(?= is your)/g, '000000'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '2026-01-02T03:04:05.000Z'],
  [/\b20\d{2}-\d{2}-\d{2}\b/g, '2026-01-02'],
  [new RegExp(String.raw`\b${month} \d{1,2}, \d{4}`, 'g'), 'Jan 2, 2026'],
  [new RegExp(String.raw`\b${month} \d{4}\b`, 'g'), 'Jan 2026'],
  [new RegExp(String.raw`\b${month} \d{1,2}\b`, 'g'), 'Jan 2'],
  [/\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/g, 'Mon'],
  [new RegExp(String.raw`\b${clock}:\d{2}(\s?)[AP]M`, 'g'), '3:04:05$1AM'],
  [new RegExp(String.raw`(?<!:)\b${clock}(\s?)[AP]M`, 'g'), '3:04$1AM'],
  [new RegExp(String.raw`(?<![:T])\b${clock}:\d{2}\b(?!\s?[AP]M)`, 'g'), '03:04:05'],
  [/\bjust now\b|\b\d+ (?:seconds?|min|minutes?|h|hours?) ago\b/g, '5 min ago'],
  [/\b(in|for) \d+ (?:seconds?|min|minutes?|h|hours?)\b/g, '$1 5 min'],
  [/\b(localhost|127\.0\.0\.1):\d+/g, '$1:3000'],
  [/\b\d+ min left\b/g, '5 min left'],
  [/\b[\d,.]+ (ms|s)\b/g, '10 $1'],
  [/\b[\d,.]+ (?:bytes|KB|MB|GB|TB)\b/g, '10 MB'],
]

const maskString = (text) =>
  replacements.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text)

const sheet = new CSSStyleSheet()
// A map draws its parts as they arrive, and fades them in.
sheet.replaceSync('.maplibregl-canvas { filter: contrast(0) !important }')

/** The replaced values; restored in turn. */
let undoSteps = []

function maskText(node) {
  const before = node.data
  const replacement = maskString(before)
  if (replacement === before) return
  node.data = replacement
  undoSteps.push(() => {
    // The client may have written something new in the meantime.
    if (node.data === replacement) node.data = before
  })
}

// Bypasses the client, which records each value set the usual way.
const setValue = (field, value) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)

function maskField(field) {
  const before = field.value
  const replacement = maskString(before)
  if (replacement === before) return
  setValue(field, replacement)
  undoSteps.push(() => {
    if (field.value === replacement) setValue(field, before)
  })
}

const fields = () => document.querySelectorAll('input:not([type=file]), textarea')

function textNodes() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) found.push(texts.currentNode)
  return found
}

let changedAt = performance.now()
new MutationObserver(() => {
  changedAt = performance.now()
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

window.screenshotMask = {
  /** Waits until nothing has changed for some time, but with a limit: a clock on the page may tick. */
  async untilQuiet(ms) {
    const end = performance.now() + 10 * ms
    while (performance.now() - changedAt < ms && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20))
  },
  /** Scrolls everything back to its start. */
  scrollBack() {
    scrollTo(0, 0)
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop !== 0 || element.scrollLeft !== 0) element.scrollTo(0, 0)
  },
  /** How much higher the window must be to show all scrolled content of a drawer, a dialog or a filter panel. */
  hiddenHeight() {
    const heights = [...document.querySelectorAll('body *')].map((element) => {
      const { clientHeight, scrollHeight } = element
      // Excludes small boxes and tables that render only their visible rows.
      const isPanel = clientHeight > innerHeight / 2 && scrollHeight > clientHeight && scrollHeight < 10 * clientHeight
      return isPanel && /auto|scroll/.test(getComputedStyle(element).overflowY) ? scrollHeight - clientHeight : 0
    })
    return Math.min(3000, Math.max(...heights))
  },
  /** Tells whether everything is masked: the client may have written something new since. */
  isPut: () =>
    textNodes().every(({ data }) => maskString(data) === data) &&
    [...fields()].every(({ value }) => maskString(value) === value),
  put() {
    for (const node of textNodes()) maskText(node)
    for (const field of fields()) maskField(field)
    document.adoptedStyleSheets.push(sheet)
    undoSteps.push(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    })
  },
  take() {
    for (const step of undoSteps.reverse()) step()
    undoSteps = []
  },
}
