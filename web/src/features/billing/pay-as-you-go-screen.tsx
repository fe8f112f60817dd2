import type { BillingInfo } from '@dooryard/contract/billing'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, formatNumber, plural } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useAtOnce } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { AutoTopUpPanel } from './auto-top-up-panel.tsx'
import type { PayAsYouGoSearch } from './billing-search.ts'
import { BuyPanel } from './buy-panel.tsx'
import { packFor } from './offer-rules.ts'
import { PackChoice, PackList } from './pack-choice.tsx'
import { PurchaseReturn } from './purchase-return.tsx'
import { useMoney } from './use-money.ts'
import { type Errand, errandOf, portalPath } from './way-back.ts'
import { WithInfo } from './with-info.tsx'

/** What the order waits for, and whether one pack is enough for it. */
function Need({ need, most }: { need: number; most: number }) {
  return (
    <Notice tone="info">
      Your order needs {plural(need, 'more credit', 'more credits')}.{' '}
      {most < need && `The largest pack gives ${formatNumber(most)}, so you need several. `}
      What you typed there is kept.
    </Notice>
  )
}

type PacksProps = { info: BillingInfo; errand: Errand; onChoose: (choice: Pick<Errand, 'pack' | 'coupon'>) => void }

function Packs({ info, errand, onChoose }: PacksProps) {
  const { isOff } = useMoney(info)
  const packs = info.packs.toSorted((one, other) => one.credits - other.credits)
  const pack = packs.find(({ id }) => id === errand.pack) ?? packFor(errand.need ?? 0, packs)
  if (!pack) {
    return (
      <Panel>
        <StateView icon={PackageX} title="No packs are on offer" text="A plan gives you credits every month." />
      </Panel>
    )
  }
  if (isOff) return <PackList packs={packs} />
  return (
    <>
      {errand.need && <Need need={errand.need} most={packs.at(-1)?.credits ?? 0} />}
      <PackChoice packs={packs} chosen={pack.id} onChoose={(id) => onChoose({ pack: id })} />
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
  const [left, setLeft] = useState(() => errandOf(cancelled))
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
