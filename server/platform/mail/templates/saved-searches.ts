import { plural } from '../../format.ts'
import { mailTemplate, type Portal, type Reader } from './template.ts'

/** How many properties came to match a saved search, and how many no longer do. */
export type SearchChange = { id: string; name: string; entered: number; departed: number }

const screen = '/portal/settings/saved-searches'
const mostNamed = 20
const stop = { link: 'Choose which searches to get mails about, or stop them', to: screen }
const why = (what: string) => `You get this mail, once a day at most, because you asked to be told when ${what}.`

const pageOf = ({ id, entered }: SearchChange) => `${screen}?changes=${id}&change=${entered > 0 ? 'ENTERED' : 'LEFT'}`

const total = ({ entered, departed }: SearchChange) => entered + departed

const summarise = ({ entered, departed }: SearchChange) =>
  [
    ...(entered > 0 ? [plural(entered, 'new match', 'new matches')] : []),
    ...(departed > 0 ? [`${plural(departed, 'match', 'matches')} gone`] : []),
  ].join(', ')

const sampleChange: SearchChange = {
  ...{ id: '00000000-0000-7000-8000-000000000001', name: 'Sampleton absentee owners' },
  ...{ entered: 12, departed: 3 },
}

export const searchChangedMail = mailTemplate({
  title: 'One saved search changed',
  sample: sampleChange,
  write: (change: SearchChange, { hello }) => {
    const { name, entered, departed } = change
    const came = entered > 0
    const what = [
      ...(came ? [`${plural(entered, 'property matches', 'properties match')} that did not before`] : []),
      ...(departed > 0 ? [`${plural(departed, 'property matches', 'properties match')} no longer`] : []),
    ].join(', and ')
    return {
      subject: came
        ? `${plural(entered, 'new match', 'new matches')} for “${name}”`
        : `${plural(departed, 'match', 'matches')} left “${name}”`,
      preview: `${summarise(change)}.`,
      heading: came ? 'New matches for your saved search' : 'Your saved search has changed',
      body: [
        `${hello}, your saved search “${name}” has changed: ${what}.`,
        { button: 'See what changed', to: pageOf(change) },
        stop,
      ],
      reason: why('this saved search changes'),
    }
  },
})

export const searchesChangedMail = mailTemplate({
  title: 'Several saved searches changed',
  sample: [
    sampleChange,
    { ...sampleChange, name: 'High equity near Lake Example', entered: 4, departed: 0 },
    { ...sampleChange, name: 'Vacant lots', entered: 0, departed: 7 },
  ],
  write: (changes: readonly SearchChange[], { hello }) => {
    const most = changes.toSorted((one, other) => total(other) - total(one) || one.name.localeCompare(other.name))
    const named = most.slice(0, mostNamed)
    const entered = changes.reduce((sum, change) => sum + change.entered, 0)
    const withNew = changes.filter((change) => change.entered > 0).length
    const others = changes.length - mostNamed
    return {
      subject:
        entered > 0
          ? `${plural(entered, 'new match', 'new matches')} in ${withNew} of your saved searches`
          : `${changes.length} of your saved searches have changed`,
      preview: named.map(({ name }) => `“${name}”`).join(', '),
      heading: entered > 0 ? 'New matches for your saved searches' : 'Your saved searches have changed',
      body: [
        `${hello}, ${changes.length} of your saved searches have changed:`,
        ...named.map((change) => ({ link: `“${change.name}”: ${summarise(change)}`, to: pageOf(change) })),
        ...(others > 0 ? [`${plural(others, 'more has', 'more have')} changed as well.`] : []),
        { button: 'See all saved searches', to: screen },
        stop,
      ],
      reason: why('these saved searches change'),
    }
  },
})

/** To somebody who asked to be told what changes of their saved searches: all of them in one mail. */
export function changesMail(portal: Portal, reader: Reader, changes: readonly SearchChange[]) {
  const [only] = changes
  if (only && changes.length === 1) return searchChangedMail(portal, reader, only)
  return searchesChangedMail(portal, reader, changes)
}
