import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useCreditSettings } from '../../lib/me.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import { loadOrderDraft } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { TypeChoice } from './type-choice.tsx'

type Asked = { criteria: Criteria; type?: CampaignType | undefined; name?: string | undefined }
type CreateOwnOrderProps = { asked: Asked; onType: (type: CampaignType) => void }

const noAudience = (
  <StateView
    icon={Search}
    title="Choose whom to reach first"
    text="Set at least one filter in the lead finder, and order the leads it finds."
    action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
  />
)

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

/** A new order of an audience that no campaign has. */
export function CreateOwnOrderScreen({ asked, onType }: CreateOwnOrderProps) {
  const settings = useCreditSettings()
  const known = useAsked(asked)
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
      {isEmptyCriteria(known.criteria) ? (
        noAudience
      ) : settings ? (
        <Body settings={settings} asked={known} onType={onType} />
      ) : (
        <Skeleton height={360} radius="md" />
      )}
    </>
  )
}
