import type { Balance } from '@dooryard/contract/credits'

/** The three kinds of credits, with the colour that stands for each. */
export const creditParts = (balance: Balance) => [
  { label: 'Subscription', amount: balance.subscriptionCredits, color: 'var(--ring-plan)' },
  { label: 'Subscription, held', amount: balance.subscriptionCreditsHeld, color: 'var(--ring-held)' },
  { label: 'On demand', amount: balance.onDemandCredits, color: 'var(--ring-demand)' },
]

const stroke = 5
const gap = 2

/** A balance as a ring. Decoration: the numbers stand beside it. */
export function CreditRing({ balance, size }: { balance: Balance; size: number }) {
  const radius = (size - stroke) / 2
  const around = 2 * Math.PI * radius
  const parts = creditParts(balance).filter(({ amount }) => amount > 0)
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: stroke }
  let start = 0
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <circle {...circle} stroke="var(--ring-track)" />
      {parts.map(({ label, amount, color }) => {
        const length = (amount / total) * around
        const offset = -start
        start += length
        return (
          <circle
            key={label}
            {...circle}
            stroke={color}
            strokeDasharray={`${Math.max(length - (parts.length > 1 ? gap : 0), 1)} ${around}`}
            strokeDashoffset={offset}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )
      })}
    </svg>
  )
}
