import type { Estimate } from '@dooryard/contract/properties/valuation'
import { Box, Group, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { formatDollars, formatNumber } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import {
  type CalculatorField,
  type CalculatorTexts,
  calculateOffer,
  defaultPercent,
  parseCalculatorField,
} from './calculator-rules.ts'
import type { OnValuationState, ValuationState } from './valuation-state.ts'
import classes from './value.module.css'

const getStorageKey = (userId: string) => `dooryard.offer-percent.${userId}`

/** The user's own percentage on this browser. */
export function readOwnPercent(userId: string): number | undefined {
  try {
    const result = parseCalculatorField('percent', localStorage.getItem(getStorageKey(userId)) ?? '')
    return 'amount' in result ? result.amount : undefined
  } catch {
    // Without storage it is the default.
    return undefined
  }
}

function storeOwnPercent(userId: string, percent: number | undefined) {
  try {
    if (percent === undefined || percent === defaultPercent) localStorage.removeItem(getStorageKey(userId))
    else localStorage.setItem(getStorageKey(userId), String(percent))
  } catch {
    // It counts for this visit.
  }
}

const formatTyped = (amount: number | undefined) => (amount === undefined ? '' : formatNumber(amount))

const toTexts = ({ value, percent, repairs, fee }: ValuationState): CalculatorTexts => ({
  value: formatTyped(value),
  percent: percent === undefined ? '' : String(percent),
  repairs: formatTyped(repairs),
  fee: formatTyped(fee),
})

/** The texts of the fields; what is valid is in the address, and the percentage remembered. */
function useCalculator(state: ValuationState, onState: OnValuationState) {
  const { id: userId } = useUser()
  const percent = state.percent ?? readOwnPercent(userId)
  const [texts, setTexts] = useState(() => toTexts({ ...state, percent }))
  const results = {
    value: parseCalculatorField('value', texts.value),
    percent: parseCalculatorField('percent', texts.percent),
    repairs: parseCalculatorField('repairs', texts.repairs),
    fee: parseCalculatorField('fee', texts.fee),
  }
  const type = (field: CalculatorField, typed: string) => {
    setTexts((old) => ({ ...old, [field]: typed }))
    const result = parseCalculatorField(field, typed)
    if (!('amount' in result)) return
    if (field === 'percent') storeOwnPercent(userId, result.amount)
    onState({ [field]: result.amount })
  }
  const bind = (field: CalculatorField) => {
    const result = results[field]
    return {
      value: texts[field],
      error: 'problem' in result ? result.problem : undefined,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(field, currentTarget.value),
      inputMode: 'decimal',
      autoComplete: 'off',
    } as const
  }
  const amounts = Object.fromEntries(
    Object.entries(results).map(([field, result]) => [field, 'amount' in result ? result.amount : undefined]),
  )
  return { bind, amounts, isValid: Object.values(results).every((result) => 'amount' in result) }
}

type CalculatorProps = {
  /** Undefined until it is loaded. */
  estimate: Estimate | null | undefined
  state: ValuationState
  onState: OnValuationState
}

/** The most to offer: a percentage of the after-repair value, less repairs and fee. */
export function Calculator({ estimate, state, onState }: CalculatorProps) {
  const { bind, amounts, isValid } = useCalculator(state, onState)
  const offer = isValid ? calculateOffer(amounts, estimate?.value) : undefined
  return (
    <section className={classes.calculator} aria-labelledby="calculator-title">
      <Title order={3} id="calculator-title" mb={12}>
        Maximum offer
      </Title>
      <div className={classes.fields}>
        <TextInput
          label="After-repair value"
          placeholder={estimate ? `${formatNumber(estimate.value)}, the estimate` : 'Your own figure'}
          leftSection="$"
          {...bind('value')}
        />
        <TextInput label="Share of it" placeholder={String(defaultPercent)} rightSection="%" {...bind('percent')} />
        <TextInput label="Repairs" placeholder="0" leftSection="$" {...bind('repairs')} />
        <TextInput label="Your fee" placeholder="0" leftSection="$" {...bind('fee')} />
      </div>
      <Group justify="space-between" align="baseline" gap="4px 16px" mt={16} className="numbers" aria-live="polite">
        <Text fz="sm" c="dimmed">
          Offer at most
        </Text>
        <Text fz={22} lh="28px" fw={600} lts="-0.02em" {...(offer !== undefined && offer < 0 && { c: 'bad' })}>
          {formatDollars(offer ?? null)}
        </Text>
      </Group>
      <Box fz={12} lh="18px" c="dimmed" mt={4}>
        {offer === undefined
          ? isValid
            ? estimate === undefined
              ? 'Enter an after-repair value, or wait for the estimate.'
              : 'Enter an after-repair value: there is no estimate of this property.'
            : 'Correct the fields above.'
          : offer < 0
            ? 'Repairs and fee are more than this share of the value.'
            : 'After-repair value × share − repairs − fee.'}
      </Box>
    </section>
  )
}
