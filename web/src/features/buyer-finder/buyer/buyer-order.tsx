import type { Buyer } from '@dooryard/contract/properties/buyers'
import { Button, Text, type TextProps } from '@mantine/core'
import { PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import { buildContactCriteria, getRefusal, maxChosenBuyers, toChosenBuyers } from './order-rules.ts'
import { useBuyerChoiceContext } from './use-buyer-choice.ts'

const orderIcon = <PackagePlus size={16} aria-hidden="true" />

export const Note = (props: TextProps & { children: ReactNode }) => (
  <Text fz={13} lh="20px" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }} {...props} />
)

const ordersDisabledText = 'Orders are switched off at the moment.'

/** The campaign type that contacts are ordered in: the first active one. Undefined while the types are loading. */
function useContactType() {
  const settings = useCreditSettings()
  return settings && { setting: settings.find(({ isActive }) => isActive) }
}

export function OrderContact({ buyer }: { buyer: Buyer }) {
  const type = useContactType()
  const own = toChosenBuyers(buyer)
  if (!own) return <Note>{getRefusal(buyer)}</Note>
  if (!type) return null
  if (!type.setting) return <Note>{ordersDisabledText}</Note>
  return (
    <LinkButton
      to="/portal/orders/create"
      search={{ criteria: buildContactCriteria([own]), type: type.setting.key }}
      leftSection={orderIcon}
    >
      Order their contact
    </LinkButton>
  )
}

export function BuyerOrderBar() {
  const { chosen, clear } = useBuyerChoiceContext()
  const type = useContactType()
  const count = chosen.length
  if (count === 0) return <ActionBar label="Order" words="Choose buyers to order how to reach them." />
  const setting = type?.setting
  return (
    <ActionBar
      label="Order"
      words={
        <>
          <strong>{pluralize(count, 'buyer')} chosen</strong>
          <span>
            {type && !setting && ` · ${ordersDisabledText}`}
            {setting && ` · up to ${pluralize(setting.creditRequired * count, 'credit')} as ${setting.name}`}
            {count === maxChosenBuyers && ` · an order names at most ${pluralize(maxChosenBuyers, 'buyer')}`}
          </span>
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
      {setting && (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: buildContactCriteria(chosen), type: setting.key }}
          leftSection={orderIcon}
        >
          Order contacts of {pluralize(count, 'buyer')}
        </LinkButton>
      )}
    </ActionBar>
  )
}
