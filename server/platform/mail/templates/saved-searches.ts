import { pluralize } from '../../util/format.ts'
import { listMailedTasks, type MailedTask } from './orders/tasks.ts'
import { type MailPortal, type MailReader, mailTemplate } from './template.ts'

/** How many properties newly match a saved search, and how many no longer do. */
export type SearchChange = { id: string; name: string; entered: number; departed: number }

type Changes = { changes: readonly SearchChange[]; tasks: readonly MailedTask[] }
type OneChange = Changes & { changes: readonly [SearchChange] }

const listTasks = (tasks: readonly MailedTask[]) =>
  tasks.length > 0 ? ['Your tasks for today:', ...listMailedTasks(tasks)] : []

const screen = '/portal/settings/saved-searches'
const maxNamed = 20
const maxNamedInNotice = 3
const stopLink = { link: 'Choose which searches to get mails about, or stop them', to: screen }
const formatReason = (what: string) =>
  `You get this mail, once a day at most, because you asked to be notified when ${what}.`

const getChangesPage = ({ id, entered }: SearchChange) =>
  `${screen}?changes=${id}&change=${entered > 0 ? 'ENTERED' : 'LEFT'}`

const countChanges = ({ entered, departed }: SearchChange) => entered + departed

const formatSummary = ({ entered, departed }: SearchChange) =>
  [
    ...(entered > 0 ? [pluralize(entered, 'new match', 'new matches')] : []),
    ...(departed > 0 ? [`${pluralize(departed, 'match', 'matches')} gone`] : []),
  ].join(', ')

const sampleChange: SearchChange = {
  ...{ id: '00000000-0000-7000-8000-000000000001', name: 'Sampleton absentee owners' },
  ...{ entered: 12, departed: 3 },
}

export const searchChangedMail = mailTemplate({
  title: 'One saved search changed',
  sample: { changes: [sampleChange], tasks: [] },
  write: ({ changes: [change], tasks }: OneChange, { hello }) => {
    const { name, entered, departed } = change
    const came = entered > 0
    const what = [
      ...(came ? [`${pluralize(entered, 'property matches', 'properties match')} that did not before`] : []),
      ...(departed > 0 ? [`${pluralize(departed, 'property matches', 'properties match')} no longer`] : []),
    ].join(', and ')
    return {
      subject: came
        ? `${pluralize(entered, 'new match', 'new matches')} for “${name}”`
        : `${pluralize(departed, 'match', 'matches')} left “${name}”`,
      preview: `${formatSummary(change)}.`,
      heading: came ? 'New matches for your saved search' : 'Your saved search has changed',
      body: [
        `${hello}, your saved search “${name}” has changed: ${what}.`,
        { button: 'See what changed', to: getChangesPage(change) },
        ...listTasks(tasks),
        stopLink,
      ],
      reason: formatReason('this saved search changes'),
      isOptional: true,
    }
  },
})

export const searchesChangedMail = mailTemplate({
  title: 'Several saved searches changed',
  sample: {
    changes: [
      sampleChange,
      { ...sampleChange, name: 'High equity near Lake Example', entered: 4, departed: 0 },
      { ...sampleChange, name: 'Vacant lots', entered: 0, departed: 7 },
    ],
    tasks: [{ title: 'Call', lead: '1208 Example Orchard Ln', time: '2:30 PM' }],
  },
  write: ({ changes, tasks }: Changes, { hello }) => {
    const largestChange = changes.toSorted(
      (one, other) => countChanges(other) - countChanges(one) || one.name.localeCompare(other.name),
    )
    const named = largestChange.slice(0, maxNamed)
    const entered = changes.reduce((sum, change) => sum + change.entered, 0)
    const withNew = changes.filter((change) => change.entered > 0).length
    const others = changes.length - maxNamed
    return {
      subject:
        entered > 0
          ? `${pluralize(entered, 'new match', 'new matches')} in ${withNew} of your saved searches`
          : `${changes.length} of your saved searches have changed`,
      preview: named.map(({ name }) => `“${name}”`).join(', '),
      heading: entered > 0 ? 'New matches for your saved searches' : 'Your saved searches have changed',
      body: [
        `${hello}, ${changes.length} of your saved searches have changed:`,
        ...named.map((change) => ({ link: `“${change.name}”: ${formatSummary(change)}`, to: getChangesPage(change) })),
        ...(others > 0 ? [`${pluralize(others, 'more has', 'more have')} changed as well.`] : []),
        { button: 'See all saved searches', to: screen },
        ...listTasks(tasks),
        stopLink,
      ],
      reason: formatReason('these saved searches change'),
      isOptional: true,
    }
  },
})

/** The changes of a user's saved searches in a notification, with the path of the screen that lists them. */
export function describeChanges(changes: readonly SearchChange[]): { body: string; path: string } {
  const [only, ...others] = changes
  if (only && others.length === 0) return { body: `${formatSummary(only)}.`, path: getChangesPage(only) }
  const names = changes.slice(0, maxNamedInNotice).map(({ name }) => `“${name}”`)
  const more = changes.length - names.length
  return { body: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`, path: screen }
}

/** One mail with all changes of a user's saved searches, sent on request, and with the tasks of the day. */
export function buildChangesMail(portal: MailPortal, reader: MailReader, { changes, tasks }: Changes) {
  const [only] = changes
  if (only && changes.length === 1) return searchChangedMail(portal, reader, { changes: [only], tasks })
  return searchesChangedMail(portal, reader, { changes, tasks })
}
