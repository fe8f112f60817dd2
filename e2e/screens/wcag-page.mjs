// Runs in the checked page: what WCAG 2.2 AA asks and axe does not check. Each function returns short descriptions of
// the elements that fail.

const describe = (element) => {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)
  return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''} “${name || element.className}”`
}

const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

const parseColor = (text) => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return { red, green, blue, alpha }
}

/** Relative luminance, by the definition of WCAG. */
function getLuminance({ red, green, blue }) {
  const [r, g, b] = [red, green, blue].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function getContrast(one, other) {
  const [light, dark] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The color behind an element: the background of the nearest ancestor that has one. */
function getBackground(element) {
  for (let at = element; at; at = at.parentElement) {
    const color = parseColor(getComputedStyle(at).backgroundColor)
    if (color.alpha > 0.99) return color
  }
  return parseColor('rgb(255, 255, 255)')
}

const leastContrast = 3

/** 1.4.11: an unchecked box is told from what is around it by its border. */
function findFaintBoxes() {
  return [...document.querySelectorAll('input[type=checkbox]:not([role=switch]), input[type=radio]')]
    .filter((box) => isShown(box) && !box.checked && !box.indeterminate && !box.disabled)
    .flatMap((box) => {
      const contrast = getContrast(parseColor(getComputedStyle(box).borderTopColor), getBackground(box.parentElement))
      return contrast < leastContrast ? [`${describe(box)} ${contrast.toFixed(2)}`] : []
    })
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** What may show the focus on an element, at most three ancestors up: a field's frame may be around it. */
function readStyles(element) {
  const styles = []
  for (let at = element, level = 0; at && level < 3; at = at.parentElement, level++)
    for (const part of [undefined, '::after', '::before']) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor, backgroundColor } = getComputedStyle(
        at,
        part,
      )
      const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
      styles.push([outline, boxShadow, borderTopColor, backgroundColor].join())
    }
  return styles.join('|')
}

/** 2.4.7: an element with the focus of the keyboard looks different. One of each kind is looked at. */
function findUnmarkedFocus() {
  const before = document.activeElement
  const kinds = new Set()
  const found = []
  for (const element of document.querySelectorAll(focusable)) {
    if (!isShown(element) || element.tabIndex < 0 || element.disabled || element.closest('[inert]')) continue
    const kind = `${element.tagName} ${element.type ?? ''} ${element.className}`
    if (kinds.has(kind)) continue
    kinds.add(kind)
    document.activeElement?.blur?.()
    const styles = readStyles(element)
    element.focus({ preventScroll: true, focusVisible: true })
    if (document.activeElement === element && readStyles(element) === styles) found.push(describe(element))
  }
  document.activeElement?.blur?.()
  before?.focus?.({ preventScroll: true })
  return found
}

/** 2.3.3: nothing moves for those who asked for reduced motion. */
const findMotion = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 100)
    .map(({ effect }) => describe(effect.target ?? document.documentElement))

/** 1.3.1: a table has a name and headers. */
// The legend of a chart is hidden with it: its values follow as a table.
const findBareTables = () =>
  [...document.querySelectorAll('table:not([role=presentation], [aria-hidden=true] *)')]
    .filter(isShown)
    .filter(
      (table) =>
        !(table.caption || table.getAttribute('aria-label') || table.getAttribute('aria-labelledby')) ||
        !table.querySelector('th'),
    )
    .map(describe)

globalThis.wcagChecks = { findFaintBoxes, findUnmarkedFocus, findMotion, findBareTables }
