import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { type RecurringOrder, recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { Button, Group, Paper, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useCount } from '../../criteria/count/count.data.ts'
import { LiveCount } from '../../criteria/count/live-count.tsx'
import { CriteriaLabels } from '../../criteria/describe/criteria-labels.tsx'
import { CriteriaPanel } from '../../criteria/panel/criteria-panel.tsx'
import { savedSearchQuery } from '../../criteria/saved-searches/saved-searches.data.ts'
import { ColumnsField } from '../../entities/order/delivery/columns-field.tsx'
import { DeliveryPanel } from '../../entities/order/delivery/delivery-panel.tsx'
import { toFileColumns } from '../../entities/order/delivery/file-columns.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { toDelivery } from '../../lib/order/delivery.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DetailsScreen } from '../../ui/layout/screens.tsx'
import { TwoColumns } from '../../ui/layout/two-columns.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { backLink, recurringTrail } from './create-recurring-screen.tsx'
import { type LeadsDraft, toLeadsChange, toLeadsDraft } from './leads-change.ts'
import { useAllSavedSearches } from './source-choices.data.ts'

/** The filters that the draft has or follows; undefined until a saved search is chosen and loaded. */
function useDraftCriteria({ isFollowing, savedSearchId, criteria }: LeadsDraft) {
  const search = useQuery({ ...savedSearchQuery(savedSearchId), enabled: isFollowing && savedSearchId !== '' })
  if (!isFollowing) return { criteria, error: null }
  return savedSearchId === '' ? { error: null } : { criteria: search.data?.criteria, error: search.error }
}

type EditProps = { draft: LeadsDraft; onChange: (change: Partial<LeadsDraft>) => void }

function SearchField({ draft, onChange }: EditProps) {
  const searches = useAllSavedSearches()
  return (
    <Select
      label="Saved search"
      description="Follows the search: each run uses its current filters"
      placeholder="Select a saved search"
      data={searches.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.savedSearchId || null}
      onChange={(savedSearchId) => savedSearchId && onChange({ savedSearchId })}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No saved searches"
    />
  )
}

type Source = 'search' | 'own'

const sources: { value: Source; label: string }[] = [
  { value: 'search', label: 'Saved search' },
  { value: 'own', label: 'Own filters' },
]

type SourceProps = EditProps & { criteria: Criteria | undefined; isUnavailable: boolean }

/** The saved search to follow, or own filters, which begin as a copy of those of the search. */
function SourcePanel({ draft, criteria, isUnavailable, onChange }: SourceProps) {
  const choose = (value: Source) =>
    onChange(
      value === 'search'
        ? { isFollowing: true }
        : { isFollowing: false, ...(isEmptyCriteria(draft.criteria) && { criteria: criteria ?? {} }) },
    )
  return (
    <Panel title="Leads">
      <Stack gap={16} miw={0}>
        {/* The copy needs the filters of the search. */}
        <fieldset
          className="plain"
          disabled={draft.isFollowing && draft.savedSearchId !== '' && !criteria && !isUnavailable}
        >
          <legend className="visually-hidden">Filters from</legend>
          <Segments name="source" segments={sources} value={draft.isFollowing ? 'search' : 'own'} onChange={choose} />
        </fieldset>
        {draft.isFollowing && <SearchField {...{ draft, onChange }} />}
        {criteria && !isEmptyCriteria(criteria) && <MatchCount criteria={criteria} />}
        {draft.isFollowing ? (
          criteria && <CriteriaLabels criteria={criteria} />
        ) : (
          <Paper withBorder component="section" aria-label="Filters">
            <CriteriaPanel criteria={draft.criteria} onChange={(next) => onChange({ criteria: next })} />
          </Paper>
        )}
      </Stack>
    </Panel>
  )
}

const MatchCount = ({ criteria }: { criteria: Criteria }) => (
  <div>
    <LiveCount count={useCount(criteria)} />
  </div>
)

/** What is missing before the draft can be saved. */
function getProblem(draft: LeadsDraft, { campaignType }: RecurringOrder) {
  const { isFollowing, savedSearchId, criteria, columns } = draft
  if (isFollowing && savedSearchId === '') return 'Choose a saved search'
  if (!isFollowing && isEmptyCriteria(criteria)) return 'Choose at least one filter'
  return toFileColumns(campaignType, columns).length === 0 ? 'Choose at least one column' : undefined
}

function useSave({ id, name }: RecurringOrder) {
  const navigate = useNavigate()
  const isDone = useRef(false)
  const save = useEndpointMutation(recurringOrders.change, {
    refreshes: [recurringOrders.list, recurringOrders.get],
    awaitsRefresh: true,
  })
  const close = () => {
    isDone.current = true
    void navigate({ to: '/portal/recurring-orders', search: { open: id } })
  }
  const send = (body: ReturnType<typeof toLeadsChange>) => {
    if (Object.keys(body).length === 0) return close()
    save.mutate(
      { params: { id }, body },
      {
        onSuccess: () => {
          showSuccessToast(`${name} saved`)
          close()
        },
      },
    )
  }
  return { save, send, isDone }
}

type SaveBarProps = {
  id: string
  isPending: boolean
  isDisabled: boolean
  onSave: () => void
  /** What is wrong. */
  children: ReactNode
}

/** Stays at the lower edge of the window, since the filters are long. */
const SaveBar = ({ id, isPending, isDisabled, onSave, children }: SaveBarProps) => (
  <Paper withBorder shadow="md" pos="sticky" bottom={0} p={8} style={{ zIndex: 2 }}>
    <Stack gap={8}>
      {children}
      <Group gap={8}>
        <Button onClick={onSave} loading={isPending} disabled={isDisabled}>
          Save
        </Button>
        <LinkButton variant="default" to="/portal/recurring-orders" search={{ open: id }}>
          Cancel
        </LinkButton>
      </Group>
    </Stack>
  </Paper>
)

function EditLeads({ recurring }: { recurring: RecurringOrder }) {
  const { id, campaignType, lastRun } = recurring
  const [initial] = useState(() => toLeadsDraft(recurring))
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const { criteria, error: unloaded } = useDraftCriteria(draft)
  const { save, send, isDone } = useSave(recurring)
  const problem = getProblem(draft, recurring)
  const onChange = (change: Partial<LeadsDraft>) => {
    setDraft((before) => ({ ...before, ...change }))
    if (save.isError) save.reset()
  }
  const submit = () => {
    setTried(true)
    if (!problem && criteria) send(toLeadsChange(recurring, draft, criteria))
  }
  const error = save.error ?? unloaded
  return (
    <Stack gap={16}>
      <LeaveGuard
        when={() => draft !== initial && !isDone.current}
        asksOnSearch
        title="Leave this page?"
        text="Your changes aren’t saved."
        leave="Leave"
      />
      {lastRun?.outcome === 'PENDING' && (
        <Notice tone="info">A run is in progress. You can save your changes once it ends.</Notice>
      )}
      <TwoColumns widths="minmax(0, 1fr) minmax(0, 1fr)">
        <SourcePanel {...{ draft, criteria, onChange }} isUnavailable={unloaded !== null} />
        <Stack gap={16} miw={0}>
          <Panel title="File">
            <ColumnsField
              campaignType={campaignType}
              value={draft.columns}
              onChange={(columns) => onChange({ columns })}
            />
          </Panel>
          <DeliveryPanel
            campaignType={campaignType}
            criteria={criteria ?? {}}
            addPhones={false}
            isQuoted={criteria !== undefined && !isEmptyCriteria(criteria)}
            choice={draft.choice}
            delivery={toDelivery(draft.choice, { campaignType, criteria: criteria ?? {} })}
            onChange={(choice) => onChange({ choice })}
          />
        </Stack>
      </TwoColumns>
      <SaveBar id={id} isPending={save.isPending} isDisabled={!problem && !criteria} onSave={submit}>
        {error && <FailureNotice error={error} />}
        {isTried && problem && <Notice tone="bad">{problem}</Notice>}
      </SaveBar>
    </Stack>
  )
}

const refetchMs = 2_000

/** Edits the filters, the columns and the delivery. The campaign type and the campaign stay. */
export function EditLeadsScreen({ id }: { id: string }) {
  const result = useQuery({
    ...buildLiveQuery(recurringOrders.get, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.lastRun?.outcome === 'PENDING' ? refetchMs : false),
  })
  return (
    <DetailsScreen what="Recurring order" result={result} trail={recurringTrail} backLink={backLink}>
      {(recurring) => (
        <>
          <PageHeader heading={`Edit leads of ${recurring.name}`} title="Edit leads" trail={recurringTrail} />
          <EditLeads recurring={recurring} />
        </>
      )}
    </DetailsScreen>
  )
}
