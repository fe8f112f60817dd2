import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import type { Pack } from '@dooryard/contract/billing/plans'
import { Button, Checkbox, Flex, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatMoney, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { usePaymentAccess, useRefreshBilling } from '../billing.data.ts'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { buildTopUpSchema, getImmediateTopUp, type TopUpValues, toTopUpChange, toTopUpValues } from './top-up-rules.ts'

type AutoTopUpProps = { info: BillingInfo; packs: Pack[] }

function useTopUpForm({ info, packs }: AutoTopUpProps) {
  const { autoTopUp } = info
  const schema = useMemo(() => buildTopUpSchema(packs), [packs])
  const change = useEndpointMutation(billing.autoTopUp, { onSuccess: useRefreshBilling() })
  const form = useSchemaForm(schema, toTopUpValues(info, packs), () => change.isError && change.reset())
  const runExclusive = useSingleFlight()
  const submit = form.submit((values) => {
    const done = ({ enabled }: BillingInfo['autoTopUp']) => {
      form.resetDirty(values)
      showSuccessToast(enabled ? 'Automatic top-up turned on' : 'Automatic top-up turned off')
    }
    const body = toTopUpChange(values, autoTopUp.packId)
    runExclusive((release) =>
      change.mutate({ body }, { onSuccess: done, onError: form.showRefusal, onSettled: release }),
    )
  })
  // The settings may have been switched off automatically or changed in another tab: saving must not revert fields
  // that were not touched here.
  const resetUntouched = useEffectEvent(() => {
    const [current, typed] = [toTopUpValues(info, packs), form.getValues()]
    const touched = Object.entries(typed).filter(([field]) => form.isDirty(field))
    form.setValues({ ...current, ...Object.fromEntries(touched) })
    form.resetDirty(current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of it is the reason
  useEffect(() => resetUntouched(), [autoTopUp])
  return { form, change, submit }
}

const cardRequired = (
  <Notice tone="info">
    <Group justify="space-between" gap="8px 16px">
      Add a card to turn on automatic top-up.
      <ChangeCardButton size="compact-sm">Add card</ChangeCardButton>
    </Group>
  </Notice>
)

/** Returns the packs to choose from; a configured pack that is no longer in the catalog must be replaced. */
function toPackOptions(packs: Pack[], packId: string) {
  const options = packs.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatMoney(price)}` }))
  return packId === '' ? [{ value: '', label: 'Choose a pack', disabled: true }, ...options] : options
}

const inputWrapperOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

function Fields({ form, packs }: { form: ReturnType<typeof useTopUpForm>['form']; packs: Pack[] }) {
  const { packId } = form.values
  const credits = packs.find(({ id }) => id === packId)?.credits
  const maxCredits = credits === undefined ? '' : `, at most ${formatNumber(credits)}`
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap={16}>
      <TextInput
        flex={1}
        label="Threshold"
        description={`available credits${maxCredits}`}
        inputMode="numeric"
        autoComplete="off"
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('threshold')}
      />
      <NativeSelect
        flex={1.4}
        label="Buy"
        description={packId === '' ? 'the pack is no longer available' : 'paid with the card on file'}
        data={toPackOptions(packs, packId)}
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('packId')}
      />
      <TextInput
        flex={1}
        label="Monthly limit"
        description="per calendar month"
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        leftSectionWidth={28}
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('monthlyCap')}
      />
    </Flex>
  )
}

/** Says that saving buys a pack immediately because credits are already low, or why it does not. */
function ImmediateTopUp({ info, packs, values }: AutoTopUpProps & { values: TopUpValues }) {
  const immediate = getImmediateTopUp(info, packs, values)
  if (!immediate) return null
  const { pack, spendable, isBought } = immediate
  return (
    <Notice tone="warn">
      Your balance is {pluralize(spendable, 'credit')}, below the threshold.{' '}
      {isBought
        ? `Saving buys ${pack.name} for ${formatMoney(pack.price)} now.`
        : `This month’s limit has no room for ${pack.name}, so we buy it next month.`}
    </Notice>
  )
}

function TopUpForm({ info, packs }: AutoTopUpProps) {
  const { form, change, submit } = useTopUpForm({ info, packs })
  const { mayPay } = usePaymentAccess(info)
  const { spentThisMonth, monthlyCap, enabled } = info.autoTopUp
  const hasCard = info.paymentMethod !== undefined
  const error = form.unlessOnFields(change.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {mayPay && !hasCard && cardRequired}
        <fieldset className="plain" disabled={!mayPay || (!hasCard && !enabled)}>
          <legend className="visually-hidden">Automatic top-up</legend>
          <Stack gap={16}>
            <Checkbox
              label="Buy a pack automatically when credits run low"
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Fields form={form} packs={packs} />
            {form.isDirty() && <ImmediateTopUp info={info} packs={packs} values={form.values} />}
            {error && <FailureNotice error={error} />}
            <Group justify="space-between" gap="8px 16px">
              <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
                Save
              </Button>
              <Text c="dimmed" fz="sm" className="numbers">
                Spent this month:{' '}
                <Text component="strong" inherit c="var(--mantine-color-text)" fw={600}>
                  {formatMoney(spentThisMonth)}
                </Text>
                {enabled && ` of ${formatMoney(monthlyCap)}`}
              </Text>
            </Group>
          </Stack>
        </fieldset>
        <LeaveGuard
          when={() => form.isDirty() && !change.isPending}
          title="Leave without saving?"
          text="Your changes to automatic top-up aren’t saved yet."
          leave="Leave"
          asksOnReload
        />
      </Stack>
    </form>
  )
}

/** The automatic top-up: off by default, and never above the monthly cap. */
export function AutoTopUpPanel({ info, packs }: AutoTopUpProps) {
  const { enabled, pausedReason } = info.autoTopUp
  return (
    <Panel title="Automatic top-up" aside={<Tag tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Tag>}>
      <Stack gap={16}>
        <Text c="dimmed" maw="68ch">
          When your balance drops below the threshold, we buy a pack automatically, up to your monthly limit. You get a
          receipt by email.
        </Text>
        {!enabled && pausedReason && <Notice tone="warn">Automatic top-up was turned off. {pausedReason}</Notice>}
        <TopUpForm info={info} packs={packs} />
      </Stack>
    </Panel>
  )
}
