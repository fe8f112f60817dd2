import type { CampaignType } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { getCriteriaSizeError } from '@dooryard/contract/criteria/stored-criteria'
import { type Campaign, campaigns } from '@dooryard/contract/orders/campaigns'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { Flex, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { exclusionKeys } from '../../../criteria/exclusions/exclusion-kinds.ts'
import { ExclusionSelect } from '../../../criteria/exclusions/exclusion-select.tsx'
import { SuppressionListField } from '../../../criteria/exclusions/suppression-list-field.tsx'
import { savedSearchQuery } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { TypeCard } from '../../../entities/order/type-card.tsx'
import { buildQuery } from '../../../lib/api/query.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { NotFoundOrError, StateView } from '../../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { campaignsBackLink } from '../back-links.ts'
import { ChooseAudience } from './choose-audience.tsx'
import { loadOrderDraft } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'

type TypeChoiceProps = { settings: CreditSetting[]; value: CampaignType; onChange: (type: CampaignType) => void }

const DimmedText = ({ children }: { children: ReactNode }) => (
  <Text span fz="sm" c="dimmed">
    {children}
  </Text>
)

const TypeChoice = ({ settings, value, onChange }: TypeChoiceProps) => (
  <fieldset className="plain">
    <legend className="visually-hidden">Campaign type</legend>
    <SimpleGrid minColWidth="min(260px, 100%)" autoFlow="auto-fit" spacing="sm">
      {settings.map((setting) => (
        <TypeCard key={setting.id} setting={setting} value={value} onChange={onChange} isCompact>
          <Flex component="span" direction="column" gap={2}>
            <strong>{setting.name}</strong>
            {setting.description && <DimmedText>{setting.description}</DimmedText>}
            {!setting.isActive && <DimmedText>Not available at present.</DimmedText>}
            <Text span fz="sm" mt={6} c="dimmed" className="numbers">
              <Text component="strong" inherit fw={700} c="var(--mantine-color-text)">
                {pluralize(setting.creditRequired, 'credit')}
              </Text>{' '}
              per lead
            </Text>
          </Flex>
        </TypeCard>
      ))}
    </SimpleGrid>
  </fieldset>
)

const loading = <Skeleton height={360} radius="md" />

const ordersDisabledText = 'They cannot be placed at the moment. Orders already placed are not affected.'

const Header = ({ trail }: { trail: ReactNode[] }) => (
  <PageHeader heading="Create order" title="Create Order" trail={trail} />
)

function CampaignOrderForm({ campaign, settings }: { campaign: Campaign; settings: CreditSetting[] }) {
  const { id, criteria, status, campaignType } = campaign
  const setting = settings.find(({ key }) => key === campaignType)
  if (status === 'ARCHIVED')
    return (
      <StateView
        icon={Archive}
        title="This campaign is archived"
        text="It takes no new orders. Reactivate it to order again."
        action={
          <LinkButton variant="default" to="/portal/campaigns/$campaignId" params={{ campaignId: id }}>
            Open the campaign
          </LinkButton>
        }
      />
    )
  if (!setting?.isActive) return <StateView title="Orders of this type are not available" text={ordersDisabledText} />
  return (
    <OrderForm
      setting={setting}
      criteria={criteria}
      campaignId={id}
      name={campaign.name}
      back={`/portal/campaigns/${id}/orders/create`}
    />
  )
}

export function CreateCampaignOrderScreen({ campaignId }: { campaignId: string }) {
  const { data: campaign, error, refetch } = useQuery(buildQuery(campaigns.get, { params: { campaignId } }))
  const settings = useCreditSettings()
  const trail = [
    <Link key="campaigns" to="/portal/campaigns">
      Campaigns
    </Link>,
    <Link key="campaign" to="/portal/campaigns/$campaignId" params={{ campaignId }}>
      {campaign?.name ?? 'Campaign'}
    </Link>,
  ]
  return (
    <>
      <Header trail={trail} />
      {error && !campaign ? (
        <NotFoundOrError
          backLink={campaignsBackLink}
          what="The campaign"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : campaign && settings ? (
        <CampaignOrderForm campaign={campaign} settings={settings} />
      ) : (
        loading
      )}
    </>
  )
}

type OrderRequest = {
  criteria: Criteria
  type?: CampaignType | undefined
  saved?: string | undefined
  name?: string | undefined
  addPhones?: boolean | undefined
  /** The sort of the lead finder. */
  sort?: OrderSort | undefined
}
type AudienceChange = { criteria: Criteria; name?: string | undefined }
type CreateOrderProps = {
  request: OrderRequest
  onType: (type: CampaignType) => void
  onAudience: (change: AudienceChange) => void
}

/** Criteria saved before there was a limit may be too large to order. */
const AudienceTooLarge = ({ refusal, criteria }: { refusal: string; criteria: Criteria }) => (
  <StateView
    icon={Search}
    title="This audience is too large to be ordered"
    text={refusal}
    action={
      <LinkButton to="/portal/lead-finder" search={{ criteria }}>
        Change it in the lead finder
      </LinkButton>
    }
  />
)

/** The order requested by the URL; without an audience there, the draft of this tab. */
function useOrderRequest({ criteria, type, saved, name, addPhones, sort }: OrderRequest): OrderRequest {
  const { id: userId } = useUser()
  const [draft] = useState(() => loadOrderDraft({ userId, campaignId: undefined }))
  if (!isEmptyCriteria(criteria)) return { criteria, type, saved, name, addPhones, sort }
  return { criteria: draft.criteria ?? {}, type: type ?? draft.campaignType }
}

type ExclusionFieldsProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** What the lead finder can exclude as well: suppression lists, orders, campaigns and saved searches. */
const ExclusionFields = ({ criteria, onChange }: ExclusionFieldsProps) => (
  <Stack miw={0}>
    <SuppressionListField criteria={criteria} onChange={onChange} />
    {exclusionKeys
      .filter((exclusion) => exclusion !== 'suppressionListIds')
      .map((exclusion) => (
        <ExclusionSelect key={exclusion} exclusion={exclusion} criteria={criteria} onChange={onChange} />
      ))}
  </Stack>
)

/** The order form for an audience; without an audience, a prompt to choose one. */
function AudienceOrderForm({ request, onType, onAudience }: CreateOrderProps) {
  const settings = useCreditSettings()
  const { criteria, type, saved, name, addPhones, sort } = useOrderRequest(request)
  if (isEmptyCriteria(criteria)) return <ChooseAudience />
  const refusal = getCriteriaSizeError(criteria)
  if (refusal) return <AudienceTooLarge refusal={refusal} criteria={criteria} />
  if (!settings) return loading
  const active = settings.filter(({ isActive }) => isActive)
  const setting = active.find(({ key }) => key === type) ?? active[0]
  if (!setting) return <StateView title="Orders are not available" text={ordersDisabledText} />
  return (
    <OrderForm
      setting={setting}
      criteria={criteria}
      name={name}
      savedSearchId={saved}
      addPhones={addPhones}
      sort={sort}
      back="/portal/orders/create"
      audienceAside={
        <LinkButton to="/portal/lead-finder" search={{ criteria }} variant="default" size="xs">
          Change
        </LinkButton>
      }
      audienceFields={<ExclusionFields criteria={criteria} onChange={(next) => onAudience({ criteria: next, name })} />}
    >
      <Panel title="Campaign type">
        <TypeChoice settings={settings} value={setting.key} onChange={onType} />
      </Panel>
    </OrderForm>
  )
}

/** The order form for the URL's criteria, or for a saved search under its name, never for this tab's draft audience. */
function RequestedOrderForm({ request, ...changes }: CreateOrderProps) {
  const { criteria, saved, type } = request
  const isOfSearch = saved !== undefined && isEmptyCriteria(criteria)
  const search = useQuery({ ...savedSearchQuery(saved ?? ''), enabled: isOfSearch })
  // The same form for both, which keeps what was typed when the criteria of a saved search are changed in it.
  if (!isOfSearch) return <AudienceOrderForm key={saved} request={request} {...changes} />
  const { data, error, refetch } = search
  if (data && isEmptyCriteria(data.criteria)) return <ChooseAudience />
  if (data) {
    const { criteria: ofSearch, name } = data
    return <AudienceOrderForm key={saved} request={{ criteria: ofSearch, saved, name, type }} {...changes} />
  }
  if (error) return <NotFoundOrError what="This saved search" error={error} onRetry={() => void refetch()} />
  return loading
}

const ordersTrail = [
  <Link key="orders" to="/portal">
    Orders
  </Link>,
]

export const CreateOrderScreen = (props: CreateOrderProps) => (
  <>
    <Header trail={ordersTrail} />
    <RequestedOrderForm {...props} />
  </>
)
