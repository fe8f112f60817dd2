// Runs in the page that is photographed. Puts fixed text of the same kind in place of what differs from one run to the
// next, and the text that was there back again: the page goes on being used.

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const clock = String.raw`\d{1,2}:\d{2}`

const repeated = (letter) => (text) => letter.repeat(text.length)

/** What is found, and what stands there instead; the first ones are taken out before the later ones look. */
const replacements = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000'],
  [/(?<=\b(?:whsec|dyk)_)[\w+/=-]+/g, repeated('a')],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/g, repeated('0')],
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

const masked = (text) => replacements.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)

const sheet = new CSSStyleSheet()
// A map draws its parts as they come, and fades them in.
sheet.replaceSync('.maplibregl-canvas { filter: contrast(0) !important }')

/** What was put in place of what; undone in turn. */
let undo = []

function maskText(node) {
  const before = node.data
  const instead = masked(before)
  if (instead === before) return
  node.data = instead
  undo.push(() => {
    // The client may have written something new meanwhile.
    if (node.data === instead) node.data = before
  })
}

// Past the client, which notes each value that is set the usual way.
const setValue = (field, value) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)

function maskField(field) {
  const before = field.value
  const instead = masked(before)
  if (instead === before) return
  setValue(field, instead)
  undo.push(() => {
    if (field.value === instead) setValue(field, before)
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
  /** Waits until nothing has changed for some time, but never for long: a clock on the page may tick. */
  async untilQuiet(ms) {
    const end = performance.now() + 10 * ms
    while (performance.now() - changedAt < ms && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20))
  },
  /** Scrolls everything back to where it begins. */
  scrollBack() {
    scrollTo(0, 0)
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop !== 0 || element.scrollLeft !== 0) element.scrollTo(0, 0)
  },
  /** How much higher the window would have to be to show all of what is scrolled in a drawer, a dialog or a panel of filters. */
  hiddenHeight() {
    const heights = [...document.querySelectorAll('body *')].map((element) => {
      const { clientHeight, scrollHeight } = element
      // Neither a small box nor a table of which only those rows are there that show.
      const isPanel = clientHeight > innerHeight / 2 && scrollHeight > clientHeight && scrollHeight < 10 * clientHeight
      return isPanel && /auto|scroll/.test(getComputedStyle(element).overflowY) ? scrollHeight - clientHeight : 0
    })
    return Math.min(3000, Math.max(...heights))
  },
  /** Whether all is masked: the client may have written something new since. */
  isPut: () =>
    textNodes().every(({ data }) => masked(data) === data) &&
    [...fields()].every(({ value }) => masked(value) === value),
  put() {
    for (const node of textNodes()) maskText(node)
    for (const field of fields()) maskField(field)
    document.adoptedStyleSheets.push(sheet)
    undo.push(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    })
  },
  take() {
    for (const step of undo.reverse()) step()
    undo = []
  },
}
