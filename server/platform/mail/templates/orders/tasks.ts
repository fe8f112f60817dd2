import { pluralize } from '../../../util/format.ts'
import { mailTemplate } from '../template.ts'

/** A task of the day: `Call`, `1208 Example Orchard Ln`, and `2:30 PM` if it has a time. */
export type MailedTask = { title: string; lead: string; time?: string | undefined }

const screen = '/portal/today'
const maxNamed = 20

const sample: MailedTask[] = [
  { title: 'Call', lead: '1208 Example Orchard Ln', time: '2:30 PM' },
  { title: 'Send letter', lead: '77 Sample Court' },
]

const formatTask = ({ title, lead, time }: MailedTask) =>
  `${[time, title].filter(Boolean).join(' ')}${lead && `: ${lead}`}`

/** The lines of a mail that list tasks. */
export const listMailedTasks = (tasks: readonly MailedTask[]) => [
  ...tasks.slice(0, maxNamed).map((task) => ({ link: formatTask(task), to: screen })),
  ...(tasks.length > maxNamed ? [`And ${pluralize(tasks.length - maxNamed, 'more task')}.`] : []),
]

export const tasksOfDayMail = mailTemplate({
  title: 'Tasks of the day',
  sample,
  write: (tasks: readonly MailedTask[], { hello }) => ({
    subject: tasks.length === 1 ? 'One task for today' : `${pluralize(tasks.length, 'task')} for today`,
    preview: tasks.slice(0, 3).map(formatTask).join(', '),
    heading: 'Your tasks for today',
    body: [`${hello}, this is due today:`, ...listMailedTasks(tasks), { button: 'Open Today', to: screen }],
    reason: 'You get this email on days with tasks that have a reminder.',
    isOptional: true,
  }),
})
