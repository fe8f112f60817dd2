import type { AuditEntry } from '@dooryard/contract/audit-log'
import { titleCase, unknown } from '../../lib/format.ts'
import classes from './audit-log.module.css'

/** The email address of a user to whom something was done, where the entry names them otherwise. */
export const emailOfObject = ({ object, actor, onBehalfOf }: AuditEntry) =>
  object?.type === 'user' ? [actor, onBehalfOf].find((party) => party?.id === object.id)?.email : undefined

/** The end of a long id, since those of one day begin alike; what can be read stays whole. */
export const shortId = (id: string) => (/^[0-9a-f-]{32,36}$/i.test(id) ? `…${id.slice(-8)}` : id)

const wordOf = (entry: AuditEntry, id: string) => emailOfObject(entry) ?? shortId(id)

/** What something was done to, in short. */
export function ObjectName({ entry }: { entry: AuditEntry }) {
  const { object } = entry
  if (!object) return unknown
  return (
    <span className={classes.object} title={object.id}>
      {titleCase(object.type)} {wordOf(entry, object.id)}
    </span>
  )
}
