import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { whyTooLarge } from '@dooryard/contract/stored-criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { savedSearch } from '../../criteria/saved-searches/saved-searches.data.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { MissingOrFailed, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { loadOrderDraft } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { TypeChoice } from './type-choice.tsx'

type Asked = {
  criteria: Criteria
  type?: CampaignType | undefined
  saved?: string | undefined
  name?: string | undefined
}
type CreateOwnOrderProps = { asked: Asked; onType: (type: CampaignType) => void }

const noAudience = (
  <StateView
    icon={Search}
    title="Choose whom to reach first"
    text="Set at least one filter in the lead finder, and order the leads it finds."
    action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
  />
)

/** Larger ones than an order takes may have been saved before there was a limit. */
function TooLarge({ refusal, criteria }: { refusal: string; criteria: Criteria }) {
  return (
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
}

const switchedOff = (
  <StateView
    title="Orders are switched off"
    text="They cannot be placed at the moment. Orders already placed are not affected."
  />
)

/** What the address asks for; where it names no audience, what was being ordered in this tab. */
function useAsked({ criteria, type, name }: Asked): Asked {
  const { id: userId } = useUser()
  const [draft] = useState(() => loadOrderDraft({ userId, campaignId: undefined }))
  if (!isEmptyCriteria(criteria)) return { criteria, type, name }
  return { criteria: draft.criteria ?? {}, type: type ?? draft.campaignType }
}

function Body({ settings, asked, onType }: CreateOwnOrderProps & { settings: CreditSetting[] }) {
  const { criteria, type, name } = asked
  const active = settings.filter(({ isActive }) => isActive)
  const setting = active.find(({ key }) => key === type) ?? active[0]
  if (!setting) return switchedOff
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

/** The form, once it is known for whom; where no audience is said, a way to choose one. */
function Order({ asked, onType }: CreateOwnOrderProps) {
  const settings = useCreditSettings()
  const known = useAsked(asked)
  if (isEmptyCriteria(known.criteria)) return noAudience
  const refusal = whyTooLarge(known.criteria)
  if (refusal) return <TooLarge refusal={refusal} criteria={known.criteria} />
  if (!settings) return <Skeleton height={360} radius="md" />
  return <Body settings={settings} asked={known} onType={onType} />
}

/** The same for the audience of a saved search, under its name: never for what else was being ordered in this tab. */
function OrderOfSearch({
  saved,
  type,
  onType,
}: { saved: string; type: Asked['type'] } & Pick<CreateOwnOrderProps, 'onType'>) {
  const { data, error, refetch } = useQuery(savedSearch(saved))
  if (data && isEmptyCriteria(data.criteria)) return noAudience
  if (data) return <Order asked={{ criteria: data.criteria, name: data.name, type }} onType={onType} />
  if (error) return <MissingOrFailed what="This saved search" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={360} radius="md" />
}

/** A new order of an audience that no campaign has. */
export function CreateOwnOrderScreen({ asked, onType }: CreateOwnOrderProps) {
  const { criteria, saved, type } = asked
  return (
    <>
      <PageHeader
        heading="Create order"
        title="Create Order"
        trail={[
          <Link key="orders" to="/portal">
            Orders
          </Link>,
        ]}
      />
      {saved && isEmptyCriteria(criteria) ? (
        <OrderOfSearch key={saved} saved={saved} type={type} onType={onType} />
      ) : (
        <Order asked={asked} onType={onType} />
      )}
    </>
  )
}
