import type { ApiKey } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { serverNow } from '../../lib/clock.ts'
import { formatAgo, formatDay, formatDayAndTime } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './api-keys.module.css'
import { endOf } from './key-words.ts'
import { UsageBars } from './usage-bars.tsx'

/** What can be done with a key. */
export type KeyAct = 'edit' | 'regenerate' | 'revoke'

/** What a key may do, in words. */
export const Scopes = ({ scopes }: Pick<ApiKey, 'scopes'>) => (
  <span className={classes.scopes}>
    {scopes.map((scope) => (
      <Tag key={scope} tone="plain">
        {apiScopes.label(scope)}
      </Tag>
    ))}
  </span>
)

/** How a key begins. */
export const Prefix = ({ prefix }: Pick<ApiKey, 'prefix'>) => <code className={classes.prefix}>{prefix}…</code>

/** The day on which a key ends. */
export function EndDay({ apiKey }: { apiKey: ApiKey }) {
  const { day, exact } = endOf(apiKey, serverNow())
  return (
    <span className={exact ? undefined : classes.quiet} title={exact}>
      {day}
    </span>
  )
}

/** When a key ends, marked where that is soon or past. */
export function End({ apiKey }: { apiKey: ApiKey }) {
  const { mark } = endOf(apiKey, serverNow())
  return (
    <span className={classes.end}>
      <EndDay apiKey={apiKey} />
      {mark && <Tag tone={mark.tone}>{mark.words}</Tag>}
    </span>
  )
}

/** The same where there is little room: when that is, or the mark alone. */
export function ShortEnd({ apiKey }: { apiKey: ApiKey }) {
  const { exact, mark } = endOf(apiKey, serverNow())
  if (!mark) return <End apiKey={apiKey} />
  return (
    <span title={exact}>
      <Tag tone={mark.tone}>{mark.words}</Tag>
    </span>
  )
}

/** How long ago a key was last used. */
export function LastUse({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>) {
  if (!lastUsedAt) return <span className={classes.quiet}>Never</span>
  return (
    <time dateTime={lastUsedAt} title={formatDayAndTime(lastUsedAt)}>
      {formatAgo(Date.parse(lastUsedAt), serverNow())}
    </time>
  )
}

const icons = { edit: Pencil, regenerate: RefreshCw, revoke: Trash2 }
const verbs = { edit: 'Edit', regenerate: 'Regenerate', revoke: 'Revoke' }
const acts = ['edit', 'regenerate', 'revoke'] as const satisfies KeyAct[]

type ActionsProps = { apiKey: ApiKey; disabled: boolean; onAct: (act: KeyAct, key: ApiKey) => void }

const Actions = ({ apiKey, disabled, onAct }: ActionsProps) => (
  <div className={classes.actions}>
    {acts.map((act) => {
      const Icon = icons[act]
      return (
        <ActionIcon
          key={act}
          aria-label={`${verbs[act]} ${apiKey.name}`}
          title={verbs[act]}
          disabled={disabled}
          onClick={() => onAct(act, apiKey)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      )
    })}
  </div>
)

const NameLink = ({ id, name }: ApiKey) => (
  <Link
    from="/portal/api-keys"
    to="/portal/api-keys"
    search={(old) => ({ ...old, key: id })}
    resetScroll={false}
    data-row-link
  >
    {name}
  </Link>
)

/** The columns that the list of one's own keys and that of everybody's have in common. */
export function columnsOfKeys<Row extends ApiKey>() {
  const column = columnsOf<Row>()
  return {
    name: column.display({
      id: 'name',
      header: 'Name',
      meta: { card: 'title', share: 20 },
      cell: ({ row: { original } }) => (
        <TwoLines first={<NameLink {...original} />} second={<Prefix {...original} />} />
      ),
    }),
    scopes: column.display({
      id: 'scopes',
      header: 'Permissions',
      meta: { card: 'wide' },
      cell: ({ row: { original } }) => <Scopes {...original} />,
    }),
    usage: column.display({
      id: 'usage',
      header: 'Last 30 days',
      meta: { card: 'wide' },
      cell: ({ row: { original } }) => <UsageBars usage={original.usage} now={serverNow()} />,
    }),
    used: column.display({
      id: 'used',
      header: 'Last used',
      cell: ({ row: { original } }) => <LastUse {...original} />,
    }),
  }
}

const column = columnsOf<ApiKey>()
const { name, scopes, usage, used } = columnsOfKeys<ApiKey>()

/** The columns of the API keys. */
export const keyColumns = ({ disabled, onAct }: Omit<ActionsProps, 'apiKey'>) =>
  column.columns([
    name,
    scopes,
    usage,
    used,
    column.display({ id: 'ends', header: 'Expires', cell: ({ row: { original } }) => <ShortEnd apiKey={original} /> }),
    column.accessor('createdAt', {
      header: 'Created',
      cell: ({ getValue }) => <span title={formatDayAndTime(getValue())}>{formatDay(getValue())}</span>,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 132 },
      cell: ({ row: { original } }) => <Actions apiKey={original} disabled={disabled} onAct={onAct} />,
    }),
  ])
