import type { Buyer } from '@dooryard/contract/properties/buyers'
import { Button, Text, type TextProps } from '@mantine/core'
import { Check, PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import { buildContactCriteria, findOrderableType, getRefusal, maxChosenBuyers, toChosenBuyers } from './order-rules.ts'
import { useBuyerChoiceContext } from './use-buyer-choice.ts'

const orderIcon = <PackagePlus size={16} aria-hidden="true" />

export const Note = (props: TextProps & { children: ReactNode }) => (
  <Text fz={13} lh="20px" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }} {...props} />
)

export function OrderContact({ buyer }: { buyer: Buyer }) {
  const settings = useCreditSettings()
  const { isChosen, choose } = useBuyerChoiceContext()
  const own = toChosenBuyers(buyer)
  if (!own) return <Note>{getRefusal(buyer)}</Note>
  const orderable = settings && findOrderableType(1, settings)
  if (!orderable) return null
  if (orderable.type)
    return (
      <LinkButton
        to="/portal/orders/create"
        search={{ criteria: buildContactCriteria([own]), type: orderable.type }}
        leftSection={orderIcon}
      >
        Order their contact
      </LinkButton>
    )
  const isOn = isChosen(buyer)
  return (
    <>
      <Button
        variant={isOn ? 'default' : 'filled'}
        aria-pressed={isOn}
        leftSection={isOn ? <Check size={16} aria-hidden="true" /> : orderIcon}
        onClick={() => choose([buyer], !isOn)}
      >
        {isOn ? 'Chosen for an order' : 'Choose to order their contact'}
      </Button>
      <Note>{orderable.least} Choose others in the list, and order them together.</Note>
    </>
  )
}

export function BuyerOrderBar() {
  const { chosen, clear } = useBuyerChoiceContext()
  const settings = useCreditSettings()
  const count = chosen.length
  if (count === 0) return <ActionBar label="Order" words="Choose buyers to order how to reach them." />
  const orderable = settings && findOrderableType(count, settings)
  const cost = settings?.find(({ key }) => key === orderable?.type)
  return (
    <ActionBar
      label="Order"
      words={
        <>
          <strong>{pluralize(count, 'buyer')} chosen</strong>
          <span>
            {orderable?.problem && ` · ${orderable.problem}`}
            {cost && ` · up to ${pluralize(cost.creditRequired * count, 'credit')} as ${cost.name}`}
            {count === maxChosenBuyers && ` · an order names at most ${pluralize(maxChosenBuyers, 'buyer')}`}
          </span>
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
      {orderable?.type && (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: buildContactCriteria(chosen), type: orderable.type }}
          leftSection={orderIcon}
        >
          Order contacts of {pluralize(count, 'buyer')}
        </LinkButton>
      )}
    </ActionBar>
  )
}
