/** What a file name says, such as `consumer-empty-lead-finder-390-dark.png`. */
type Picture = { file: string; role: string; screen: string; size: string; scheme: string; state: string }

const namePattern = /^(nobody|[a-z]+)-(empty-)?(.+)-(1440|390)-(light|dark)\.png$/

function parseName(file: string): Picture | undefined {
  const [, role, empty, screen, size, scheme] = file.match(namePattern) ?? []
  if (!role || !screen || !size || !scheme) return undefined
  return { file, role, screen: screen.replaceAll('-', ' '), size, scheme, state: empty ? 'empty' : 'full' }
}

const compareText = (one: string, other: string) => one.localeCompare(other, 'en-US')

/** The choices of a filter, in a fixed order. */
const listValues = (pictures: Picture[], key: keyof Picture) =>
  [...new Set(pictures.map((picture) => picture[key]))].sort(compareText)

const filters = { role: 'Role', state: 'Data', size: 'Width', scheme: 'Colors' } as const

const buildSelect = (pictures: Picture[], [key, label]: [string, string]) =>
  `<label>${label} <select name="${key}"><option value="">All</option>${listValues(pictures, key as keyof Picture)
    .map((value) => `<option>${value}</option>`)
    .join('')}</select></label>`

const buildPicture = ({ file, role, screen, size, scheme, state }: Picture) =>
  `<article data-role="${role}" data-screen="${screen}" data-size="${size}" data-scheme="${scheme}" data-state="${state}">` +
  `<a href="${file}" target="_blank"><img src="${file}" loading="lazy" alt="${role}, ${screen}, ${size} pixels, ${scheme}, ${state}"></a>` +
  `<p>${size} ${scheme}</p></article>`

const buildGroup = (pictures: Picture[]) => {
  const [{ role = '', screen = '', state = '' } = {}] = pictures
  const heading = `${role}: ${screen}${state === 'empty' ? ' (empty)' : ''}`
  return `<section><h2>${heading}</h2><div>${pictures.map(buildPicture).join('\n')}</div></section>`
}

const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 0 24px 48px; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 12px 0; background: Canvas; border-bottom: 1px solid GrayText; }
h1 { margin: 16px 0 4px; font-size: 20px; }
h2 { margin: 32px 0 8px; font-size: 15px; }
section > div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
article { flex: none; margin: 0; }
img { display: block; height: 420px; width: auto; max-width: 720px; object-fit: cover; object-position: top left; border: 1px solid GrayText; }
article[data-size="390"] img { width: 200px; }
article[data-size="1440"] img { width: 640px; }
article p { margin: 0; color: GrayText; }
[hidden] { display: none; }`

const script = `
const form = document.querySelector('form')
const apply = () => {
  const chosen = Object.fromEntries(new FormData(form))
  const words = chosen.screen.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const picture of document.querySelectorAll('article')) {
    const { screen, ...facts } = picture.dataset
    const isShown = words.every((word) => screen.includes(word)) &&
      Object.entries(facts).every(([key, value]) => !chosen[key] || chosen[key] === value)
    picture.hidden = !isShown
    if (isShown) count++
  }
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('article:not([hidden])')
  form.querySelector('output').textContent = count + (count === 1 ? ' picture' : ' pictures')
  history.replaceState(null, '', '#' + new URLSearchParams(Object.entries(chosen).filter(([, value]) => value)))
}
for (const [key, value] of new URLSearchParams(location.hash.slice(1))) if (form.elements[key]) form.elements[key].value = value
form.addEventListener('input', apply)
form.addEventListener('submit', (event) => event.preventDefault())
apply()`

/** By role and screen, full before empty. */
const compareGroups = (one: Picture, other: Picture) =>
  compareText(one.role, other.role) || compareText(one.screen, other.screen) || compareText(other.state, one.state)

/** Desktops before phones, light before dark. */
const compareVariants = (one: Picture, other: Picture) =>
  Number(other.size) - Number(one.size) || compareText(other.scheme, one.scheme)

/**
 * The page to look through the screenshots of a folder: the variants of each screen side by side, filtered by role,
 * screen, width, colors and data. It needs no server; its address keeps the filters. Other files are left out.
 */
export function buildGallery(files: string[]): string {
  const pictures = files.flatMap((file) => parseName(file) ?? [])
  const groups = Map.groupBy(
    pictures.toSorted(compareGroups),
    ({ role, screen, state }) => `${role} ${screen} ${state}`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screens</title>
<style>${style}</style>
<h1>Screens</h1>
<form aria-label="Filters">
<label>Screen <input name="screen" type="search" placeholder="Words of its name"></label>
${Object.entries(filters)
  .map((filter) => buildSelect(pictures, filter))
  .join('\n')}
<output></output>
</form>
<main>
${[...groups.values()].map((group) => buildGroup(group.toSorted(compareVariants))).join('\n')}
</main>
<script>${script}</script>
</html>
`
}
