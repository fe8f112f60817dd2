import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { type Mailing, mailings } from '@dooryard/contract/leads/letters'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { LettersState } from '../letters-search.ts'
import { countExcluded, SentTag } from './sent-tag.tsx'

const columns = defineColumns<Mailing>([
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    share: 40,
    cell: ({ id, name, templateName }) => (
      <TextWithDescription
        first={
          <Link to="/portal/letters" search={{ mailing: id }} data-row-link>
            {name}
          </Link>
        }
        second={templateName}
      />
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <Tag tone="plain">{letterKinds.label(kind)}</Tag> },
  {
    id: 'recipients',
    header: 'Recipients',
    align: 'right',
    cell: (mailing) => (
      <TextWithDescription
        first={formatNumber(mailing.recipients)}
        second={countExcluded(mailing) > 0 && `${pluralize(countExcluded(mailing), 'lead')} excluded`}
      />
    ),
  },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { id: 'sentOn', header: 'Sent', card: 'corner', cell: ({ sentOn }) => <SentTag sentOn={sentOn} /> },
])

export const MailingList = ({ state, onState }: { state: LettersState; onState: OnTableStateChange }) => (
  <DataTable
    label="Mailings"
    columns={columns}
    result={useQuery(buildLiveQuery(mailings.list, { query: { page: state.page, limit: state.limit } }))}
    state={{ page: state.page, limit: state.limit }}
    onState={onState}
    empty={
      <StateView
        icon={Mail}
        title="No mailings yet"
        text="Choose leads and a template, print the letters, and mark them as sent. Their leads then show it, and nobody gets mail twice within the period that you set."
        action={
          <LinkButton to="/portal/letters" search={{ create: true }}>
            New mailing
          </LinkButton>
        }
      />
    }
  />
)
