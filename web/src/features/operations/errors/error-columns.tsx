import type { ErrorGroup, ErrorLayer } from '@dooryard/contract/admin/error-reports'
import { Link } from '@tanstack/react-router'
import { emptyValue, formatDayAndTime, formatNumber } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { defineColumns } from '../../../ui/table/columns.ts'

export const layerLabels: Record<ErrorLayer, string> = { BROWSER: 'Browser', API: 'API', WORKER: 'Worker' }

export const ResolutionTag = ({ resolvedAt }: Pick<ErrorGroup, 'resolvedAt'>) =>
  resolvedAt ? <Tag tone="good">Resolved</Tag> : <Tag tone="bad">Open</Tag>

/** An Error ID as users read it out; anything else is searched for in names and messages. */
const toErrorId = (search: string | undefined) =>
  search && /^(?=.*\d)[0-9a-z]{12}$/i.test(search) ? search.toUpperCase() : undefined

/** Opens the occurrence that was searched for by its Error ID, or else the newest one. */
const ErrorLink = ({ error: { id, name }, search }: { error: ErrorGroup; search: string | undefined }) => (
  <Link
    from="/portal/operations"
    to="/portal/operations"
    search={(old) => ({ ...old, error: toErrorId(search) ?? id })}
    resetScroll={false}
    data-row-link
  >
    {name}
  </Link>
)

export const buildErrorColumns = (search: string | undefined) =>
  defineColumns<ErrorGroup>([
    {
      id: 'name',
      header: 'Error',
      card: 'title',
      share: 46,
      cell: (error) => (
        <TextWithDescription
          first={<ErrorLink error={error} search={search} />}
          second={<span title={error.message}>{error.message}</span>}
        />
      ),
    },
    {
      id: 'status',
      header: 'State',
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'status',
        label: 'State',
        options: [
          { value: 'OPEN', label: 'Open' },
          { value: 'RESOLVED', label: 'Resolved' },
        ],
      },
      cell: (error) => <ResolutionTag {...error} />,
    },
    {
      id: 'layer',
      header: 'Layer',
      filter: {
        kind: 'select',
        key: 'layer',
        label: 'Layer',
        options: Object.entries(layerLabels).map(([value, label]) => ({ value, label })),
      },
      cell: ({ layer }) => layerLabels[layer],
    },
    {
      id: 'place',
      header: 'Where',
      share: 24,
      cell: ({ place = emptyValue }) => <span title={place}>{place}</span>,
    },
    { id: 'count', header: 'Count', align: 'right', cell: ({ count }) => formatNumber(count) },
    { id: 'lastSeen', header: 'Last seen', cell: ({ lastSeen }) => formatDayAndTime(lastSeen) },
    { id: 'release', header: 'Release', cell: ({ release }) => release },
  ])
