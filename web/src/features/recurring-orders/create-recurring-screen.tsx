import { campaignTypes } from '@dooryard/contract/api/enums'
import type { ListedCampaign } from '@dooryard/contract/orders/campaigns'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { toOwnOrderAccess } from '../../entities/order/order-access.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../lib/format/format.ts'
import { useCreditSettings } from '../../lib/session/current-user.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { PlanFields } from './plan-fields.tsx'
import {
  buildCreateSchema,
  type CreateValues,
  emptyPlan,
  getCampaignType,
  toFieldName,
  toNewRecurringOrder,
} from './recurring-form.ts'
import { useActiveCampaigns, useAllSavedSearches } from './source-choices.data.ts'

export const recurringTrail = [
  <Link key="recurring" to="/portal/recurring-orders">
    Recurring orders
  </Link>,
]

export const backLink = { to: '/portal/recurring-orders', label: 'Back to recurring orders' } as const

const typeOptions = campaignTypes.terms.map(({ value, label }) => ({ value, label }))

type SourceFieldsProps = {
  form: SchemaForm<CreateValues>
  copied: OrderDetail | undefined
  campaigns: readonly ListedCampaign[] | undefined
}

/** The campaign or the campaign type, and the saved search that is followed. */
function SourceFields({ form, copied, campaigns: active }: SourceFieldsProps) {
  const searches = useAllSavedSearches()
  // An order may be of a campaign that is archived by now.
  const { campaignId = '', campaignName = '' } = copied ?? {}
  const listed = active?.some(({ id }) => id === campaignId) || !campaignId
  const toOptions = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {copied ? (
        <Notice tone="info">
          Uses a copy of the filters of {copied.orderName}. Later edits elsewhere don’t change it.
        </Notice>
      ) : (
        <FormFields
          form={form}
          fields={[
            {
              name: 'savedSearchId',
              kind: 'select',
              label: 'Saved search',
              description: 'Follows the search: each run uses its current filters',
              placeholder: 'Select a saved search',
              data: toOptions(searches),
              searchable: true,
              nothingFoundMessage: 'No saved searches',
            },
          ]}
        />
      )}
      {active ? (
        <FormFields
          form={form}
          fields={[
            {
              name: 'campaignId',
              kind: 'select',
              label: 'Campaign',
              placeholder: 'Select a campaign',
              data: toOptions(listed ? active : [...active, { id: campaignId, name: campaignName }]),
              searchable: true,
              nothingFoundMessage: 'No active campaigns',
              disabled: copied !== undefined,
            },
          ]}
        />
      ) : (
        <FormFields
          form={form}
          fields={[{ name: 'campaignType', kind: 'select', label: 'Campaign type', data: typeOptions }]}
        />
      )}
    </>
  )
}

/** What a run does, and when it orders nothing. */
function RunRules() {
  const isEnterprise = useUser().role === 'ENTERPRISE_USER'
  const settings = useCreditSettings() ?? []
  return (
    <Panel title="How it works">
      <Stack gap={12} component="ul" m={0} pl={18} fz="sm">
        <li>Each run orders new leads only: none that you purchased in the last 365 days.</li>
        <li>The monthly limit counts credits on hold and spent by its orders in a calendar month.</li>
        {isEnterprise && (
          <li>
            Minimum per order:{' '}
            {settings
              .map(({ name, minCampaignVolume }) => `${name} ${pluralize(minCampaignVolume, 'lead')}`)
              .join(', ')}
            . With fewer new leads, a run orders nothing and the next run counts them again.
          </li>
        )}
        <li>It pauses if your balance does not cover a run, and emails you. Resume it once you have credits.</li>
        <li>It also pauses after three failed runs in a row, or if its saved search is deleted.</li>
      </Stack>
    </Panel>
  )
}

type CreateFormProps = { order: OrderDetail | undefined; savedSearchId: string; campaignId: string }

function CreateForm({ order, savedSearchId, campaignId }: CreateFormProps) {
  const isEnterprise = useUser().role === 'ENTERPRISE_USER'
  const navigate = useNavigate()
  const active = useActiveCampaigns(isEnterprise)
  const owned = isEnterprise ? active : undefined
  const source = { copied: order, campaigns: owned }
  const create = useEndpointMutation(recurringOrders.create, {
    refreshes: [recurringOrders.list],
    isIdempotent: true,
  })
  const initial: CreateValues = {
    ...emptyPlan,
    ...(order && { name: order.orderName.slice(0, 80), maxLeads: String(order.quantity) }),
    ...{
      savedSearchId,
      campaignId: order?.campaignId ?? campaignId,
      campaignType: order?.campaignType ?? 'MAIL_READY',
    },
  }
  const form = useSchemaForm(buildCreateSchema(source), initial, () => create.isError && create.reset(), toFieldName)
  const submit = form.submit((values) =>
    create.mutate(
      // The form's schema has checked it against the contract.
      { body: toNewRecurringOrder(values, source) as Parameters<typeof create.mutate>[0]['body'] },
      {
        onSuccess: ({ id, name }) => {
          showSuccessToast(`${name} created`)
          void navigate({ to: '/portal/recurring-orders', search: { open: id } })
        },
        onError: form.showRefusal,
      },
    ),
  )
  const error = form.unlessOnFields(create.error)
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard
        when={() => form.isDirty() && !create.isSuccess}
        title="Leave this page?"
        text="Your recurring order isn’t created yet."
        leave="Leave"
      />
      <Stack gap={16} maw={640}>
        {error && <FailureNotice error={error} />}
        <Panel title="Leads and schedule">
          <Stack gap={16}>
            <SourceFields form={form} copied={order} campaigns={owned} />
            <PlanFields
              form={form as never}
              campaignType={getCampaignType(form.values, source)}
              isCampaign={owned !== undefined}
            />
          </Stack>
        </Panel>
        <RunRules />
        <Group gap={8}>
          <Button type="submit" loading={create.isPending}>
            Create recurring order
          </Button>
          <LinkButton variant="default" to="/portal/recurring-orders">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

type CreateProps = {
  /** The order whose filters are copied, with its campaign. */
  order?: string | undefined
  campaign?: string | undefined
  /** The saved search to begin with. */
  saved?: string | undefined
}

export function CreateRecurringScreen({ order: orderId, campaign, saved = '' }: CreateProps) {
  const access = toOwnOrderAccess({ id: orderId ?? '', campaignId: campaign })
  const { data, error, refetch } = useQuery({
    ...buildQuery(access.calls.get, { params: access.params }),
    enabled: orderId !== undefined,
  })
  const title = 'New recurring order'
  return (
    <>
      <PageHeader
        heading={title}
        title={title}
        trail={recurringTrail}
        lead={<Text span>Order the new matches of an audience automatically, within your limits.</Text>}
      />
      {error && !data ? (
        <NotFoundOrError what="The order" error={error} onRetry={() => void refetch()} backLink={backLink} />
      ) : orderId !== undefined && !data ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <CreateForm order={data} savedSearchId={saved} campaignId={campaign ?? ''} />
      )}
    </>
  )
}
