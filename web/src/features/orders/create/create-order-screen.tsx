import { type Campaign, campaigns } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { whyTooLarge } from '@dooryard/contract/stored-criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Box, Flex, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { savedSearch } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { TypeCard } from '../../../entities/order/type-card.tsx'
import { formatNumber, plural } from '../../../lib/format.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { queryOf } from '../../../lib/query.ts'
import { useUser } from '../../../lib/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { MissingOrFailed, StateView } from '../../../ui/display/state-view.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { toCampaigns } from '../back-links.ts'
import { loadOrderDraft } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'

type TypeChoiceProps = { settings: CreditSetting[]; value: CampaignType; onChange: (type: CampaignType) => void }

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text span fz="sm" c="dimmed">
    {children}
  </Text>
)

const TypeChoice = ({ settings, value, onChange }: TypeChoiceProps) => (
  <fieldset className="plain">
    <legend className="visually-hidden">Type of the order</legend>
    <SimpleGrid minColWidth="min(260px, 100%)" autoFlow="auto-fit" spacing="sm">
      {settings.map((setting) => (
        <TypeCard key={setting.id} setting={setting} value={value} onChange={onChange} isCompact>
          <Flex component="span" direction="column" gap={2}>
            <strong>{setting.name}</strong>
            {setting.description && <Dimmed>{setting.description}</Dimmed>}
            {!setting.isActive && <Dimmed>Switched off at the moment.</Dimmed>}
            <Text span fz="sm" mt={6} c="dimmed" className="numbers">
              <Text component="strong" inherit fw={700} c="var(--mantine-color-text)">
                {plural(setting.creditRequired, 'credit')}
              </Text>{' '}
              a lead
              <Box component="span" ml={8}>
                at least {formatNumber(setting.minCampaignVolume)}
              </Box>
            </Text>
          </Flex>
        </TypeCard>
      ))}
    </SimpleGrid>
  </fieldset>
)

const loading = <Skeleton height={360} radius="md" />

const switchedOff = 'They cannot be placed at the moment. Orders already placed are not affected.'

const Header = ({ trail }: { trail: ReactNode[] }) => (
  <PageHeader heading="Create order" title="Create Order" trail={trail} />
)

function OrderOfCampaign({ campaign, settings }: { campaign: Campaign; settings: CreditSetting[] }) {
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
  if (!setting?.isActive) return <StateView title="Orders of this type are switched off" text={switchedOff} />
  return (
    <OrderForm setting={setting} criteria={criteria} campaignId={id} back={`/portal/campaigns/${id}/orders/create`} />
  )
}

export function CreateCampaignOrderScreen({ campaignId }: { campaignId: string }) {
  const { data: campaign, error, refetch } = useQuery(queryOf(campaigns.get, { params: { campaignId } }))
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
        <MissingOrFailed wayBack={toCampaigns} what="The campaign" error={error} onRetry={() => void refetch()} />
      ) : campaign && settings ? (
        <OrderOfCampaign campaign={campaign} settings={settings} />
      ) : (
        loading
      )}
    </>
  )
}

type Asked = {
  criteria: Criteria
  type?: CampaignType | undefined
  saved?: string | undefined
  name?: string | undefined
}
type CreateOrderProps = { asked: Asked; onType: (type: CampaignType) => void }

const noAudience = (
  <StateView
    icon={Search}
    title="Choose whom to reach first"
    text="Set at least one filter in the lead finder, and order the leads it finds."
    action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
  />
)

/** Larger ones than an order takes may have been saved before there was a limit. */
const TooLarge = ({ refusal, criteria }: { refusal: string; criteria: Criteria }) => (
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

/** What the address asks for; where it names no audience, what was being ordered in this tab. */
function useAsked({ criteria, type, name }: Asked): Asked {
  const { id: userId } = useUser()
  const [draft] = useState(() => loadOrderDraft({ userId, campaignId: undefined }))
  if (!isEmptyCriteria(criteria)) return { criteria, type, name }
  return { criteria: draft.criteria ?? {}, type: type ?? draft.campaignType }
}

/** The form, once it is known for whom; where no audience is said, a way to choose one. */
function OrderOfAudience({ asked, onType }: CreateOrderProps) {
  const settings = useCreditSettings()
  const { criteria, type, name } = useAsked(asked)
  if (isEmptyCriteria(criteria)) return noAudience
  const refusal = whyTooLarge(criteria)
  if (refusal) return <TooLarge refusal={refusal} criteria={criteria} />
  if (!settings) return loading
  const active = settings.filter(({ isActive }) => isActive)
  const setting = active.find(({ key }) => key === type) ?? active[0]
  if (!setting) return <StateView title="Orders are switched off" text={switchedOff} />
  return (
    <OrderForm
      setting={setting}
      criteria={criteria}
      name={name}
      back="/portal/orders/create"
      audienceAside={
        <LinkButton to="/portal/lead-finder" search={{ criteria }} variant="default" size="xs">
          Change
        </LinkButton>
      }
    >
      <Panel title="What will you do with the leads?">
        <TypeChoice settings={settings} value={setting.key} onChange={onType} />
      </Panel>
    </OrderForm>
  )
}

type OrderOfSearchProps = Pick<CreateOrderProps, 'onType'> & { saved: string; type: Asked['type'] }

/** The same for the audience of a saved search, under its name: never for what else was being ordered in this tab. */
function OrderOfSearch({ saved, type, onType }: OrderOfSearchProps) {
  const { data, error, refetch } = useQuery(savedSearch(saved))
  if (data && isEmptyCriteria(data.criteria)) return noAudience
  if (data) return <OrderOfAudience asked={{ criteria: data.criteria, name: data.name, type }} onType={onType} />
  if (error) return <MissingOrFailed what="This saved search" error={error} onRetry={() => void refetch()} />
  return loading
}

const trailToOrders = [
  <Link key="orders" to="/portal">
    Orders
  </Link>,
]

export function CreateOrderScreen({ asked, onType }: CreateOrderProps) {
  const { criteria, saved, type } = asked
  return (
    <>
      <Header trail={trailToOrders} />
      {saved && isEmptyCriteria(criteria) ? (
        <OrderOfSearch key={saved} saved={saved} type={type} onType={onType} />
      ) : (
        <OrderOfAudience asked={asked} onType={onType} />
      )}
    </>
  )
}
