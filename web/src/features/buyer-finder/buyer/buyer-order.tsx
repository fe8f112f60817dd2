import { type Buyer, type BuyerSearch, buyers, maxBuyerContacts } from '@dooryard/contract/properties/buyers'
import { Button, Stack, Text, type TextProps } from '@mantine/core'
import { Check, PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { SingleLeadPanel } from '../../../entities/lead/single-lead-panel.tsx'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import { SaveToList } from '../lists/save-to-list.tsx'
import { buildContactCriteria, getRefusal, toChosenBuyers } from './order-rules.ts'
import { useBuyerChoiceContext } from './use-buyer-choice.ts'

const orderIcon = <PackagePlus size={16} aria-hidden="true" />

export const Note = (props: TextProps & { children: ReactNode }) => (
  <Text fz={13} lh="20px" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }} {...props} />
)

const ordersDisabledText = 'Orders are currently disabled'

/** Gets the contact of a buyer in place, by one of their properties, or chooses them for an order with others. */
export function OrderContact({ buyer }: { buyer: Buyer }) {
  const { isChosen, choose } = useBuyerChoiceContext()
  const own = toChosenBuyers(buyer)
  if (!own) return <Note>{getRefusal(buyer)}</Note>
  const isOn = isChosen(buyer)
  return (
    <Stack gap={10} align="flex-start">
      <SingleLeadPanel propertyId={own.propertyId} />
      <Button
        variant="default"
        size="xs"
        aria-pressed={isOn}
        leftSection={isOn ? <Check size={14} aria-hidden="true" /> : <PackagePlus size={14} aria-hidden="true" />}
        onClick={() => choose([buyer], !isOn)}
      >
        {isOn ? 'Selected' : 'Select'}
      </Button>
    </Stack>
  )
}

type BuyerOrderBarProps = {
  search: z.input<typeof BuyerSearch>
  /** How many buyers match. */
  total: number
}

export function BuyerOrderBar({ search, total }: BuyerOrderBarProps) {
  const { chosen, clear, leftOut } = useBuyerChoiceContext()
  const settings = useCreditSettings()
  const canSave = useUser().role !== 'SUPER_ADMIN'
  const count = chosen.length
  if (count === 0) return <ActionBar label="Order" words="Select buyers to get contact info." />
  // Contacts are ordered in the first active type.
  const setting = settings?.find(({ isActive }) => isActive)
  return (
    <ActionBar
      label="Order"
      words={
        <>
          <strong>{pluralize(count, 'buyer')} selected</strong>
          <span>
            {leftOut ? ` · ${leftOut}` : ''}
            {settings && !setting && ` · ${ordersDisabledText}`}
            {setting && ` · up to ${pluralize(setting.creditRequired * count, 'credit')} as ${setting.name}`}
            {count === maxBuyerContacts && ` · an order names at most ${pluralize(maxBuyerContacts, 'buyer')}`}
          </span>
        </>
      }
    >
      {count < Math.min(total, maxBuyerContacts) && !leftOut && <ChooseAllMatching search={search} total={total} />}
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
      {canSave && <SaveToList chosen={chosen} />}
      {setting && (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: buildContactCriteria(chosen), type: setting.key }}
          leftSection={orderIcon}
        >
          Order {pluralize(count, 'contact')}
        </LinkButton>
      )}
    </ActionBar>
  )
}

/** Chooses the buyers of all pages, by a property of each: an order names properties, not buyers. */
function ChooseAllMatching({ search: { page: _, limit: __, ...search }, total }: BuyerOrderBarProps) {
  const { chooseAll } = useBuyerChoiceContext()
  const all = useEndpointMutation(buyers.contacts, { onSuccess: chooseAll })
  return (
    <Button variant="subtle" loading={all.isPending} onClick={() => all.mutate({ body: search })}>
      Select all {formatNumber(total)} that match
    </Button>
  )
}
