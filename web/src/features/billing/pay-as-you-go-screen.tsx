import type { BillingInfo } from '@dooryard/contract/billing'
import type { Pack } from '@dooryard/contract/plans'
import { Text } from '@mantine/core'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPerCredit, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useAtOnce } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { useMoney } from './billing.data.ts'
import type { PayAsYouGoSearch } from './billing-search.ts'
import { Figure } from './figure.tsx'
import { BuyPanel } from './purchase/buy-panel.tsx'
import { type Errand, portalPath, readErrand } from './purchase/errand.ts'
import { OfferChoice, OfferName } from './purchase/offer-cards.tsx'
import { findPackFor, savingPercent } from './purchase/offer-rules.ts'
import { PurchaseReturn } from './purchase/purchase-return.tsx'
import { AutoTopUpPanel } from './top-up/auto-top-up-panel.tsx'
import { WithInfo } from './with-info.tsx'

function PackTerms({ pack, packs }: { pack: Pack; packs: Pack[] }) {
  const saving = savingPercent(pack, packs)
  return (
    <>
      <OfferName>
        {formatNumber(pack.credits)} credits {saving > 0 && <Tag tone="good">Save {saving}%</Tag>}
      </OfferName>
      <Figure value={formatMoney(pack.price)} size={26} span fz="sm" mt="auto">
        once
      </Figure>
      <Text span c="dimmed" fz="sm" lh="20px" className="numbers">
        {formatPerCredit(pack)} a credit
      </Text>
    </>
  )
}

/** What the order waits for, and whether one pack is enough for it. */
const Need = ({ need, most }: { need: number; most: number }) => (
  <Notice tone="info">
    Your order needs {plural(need, 'more credit', 'more credits')}.{' '}
    {most < need && `The largest pack gives ${formatNumber(most)}, so you need several. `}
    What you typed there is kept.
  </Notice>
)

type PacksProps = { info: BillingInfo; errand: Errand; onChoose: (choice: Pick<Errand, 'pack' | 'coupon'>) => void }

function Packs({ info, errand, onChoose }: PacksProps) {
  const { isOff } = useMoney(info)
  const packs = info.packs.toSorted((one, other) => one.credits - other.credits)
  const pack = packs.find(({ id }) => id === errand.pack) ?? findPackFor(errand.need ?? 0, packs)
  if (!pack) {
    return (
      <Panel>
        <StateView icon={PackageX} title="No packs are on offer" text="A plan gives you credits every month." />
      </Panel>
    )
  }
  const choice = (
    <OfferChoice
      label="Packs"
      legend="Buy credits once. They never lapse."
      offers={packs}
      chosen={pack.id}
      onChoose={isOff ? undefined : (id) => onChoose({ pack: id })}
    >
      {(offer) => <PackTerms pack={offer} packs={packs} />}
    </OfferChoice>
  )
  if (isOff) return choice
  return (
    <>
      {errand.need && <Need need={errand.need} most={packs.at(-1)?.credits ?? 0} />}
      {choice}
      <BuyPanel
        info={info}
        purchase={{ packId: pack.id }}
        name={pack.name}
        offer={{ list: pack.price, credits: pack.credits, isMonthly: false }}
        action={({ total }) => `Buy ${plural(pack.credits, 'credit')}, pay ${formatMoney(total)}`}
        code={errand.coupon}
        onCode={(code) => onChoose({ coupon: code })}
        errand={errand}
      />
      <AutoTopUpPanel info={info} packs={packs} />
    </>
  )
}

/** Credits bought once: packs, and the purchase that is made by itself when credits run low. */
export function PayAsYouGoScreen({ state, onState }: { state: PayAsYouGoSearch; onState: OnState }) {
  const { checkout, cancelled, need } = state
  // What was left is chosen again until something else is: from then on the address alone says it.
  const [left, setLeft] = useState(() => readErrand(cancelled))
  const { pack = left.pack, coupon = left.coupon } = state
  const tell: OnState = (change) => {
    setLeft({})
    onState(change, { replace: true })
  }
  const [choice, choose] = useAtOnce({ pack, coupon }, tell)
  const errand = { need, back: portalPath(state.back), ...choice }
  const forget = ({ need: missing, back, ...kept }: Errand) => {
    const before: Errand = cancelled ? {} : kept
    const rest = { need: need ?? missing, back: state.back ?? back }
    const chosen = { pack: choice.pack ?? before.pack, coupon: choice.coupon ?? before.coupon }
    tell({ checkout: undefined, cancelled: undefined, ...rest, ...chosen })
  }
  return (
    <SettingsFrame title="Pay as you go">
      <PurchaseReturn checkout={checkout} cancelled={cancelled} onDone={forget} />
      <WithInfo>
        {(info) => <Packs info={info} errand={errand} onChoose={(change) => choose({ ...choice, ...change })} />}
      </WithInfo>
    </SettingsFrame>
  )
}
