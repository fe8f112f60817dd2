import { CloseButton, Group, Loader, TextInput } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { FormEvent, Ref } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import classes from '../billing.module.css'
import type { CheckedCoupon } from './use-coupon.ts'

type CouponFieldProps = { coupon: CheckedCoupon; disabled?: boolean; inputRef?: Ref<HTMLInputElement> }

/** A coupon code field, checked when typing pauses or on Enter; its effect or error is shown below. */
export function CouponField({ coupon, disabled, inputRef }: CouponFieldProps) {
  const { typed, setTyped, check, error, applied, isChecking } = coupon
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        ref={inputRef}
        label="Coupon"
        placeholder="Optional"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        disabled={disabled}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error && getErrorMessage(error)}
        classNames={{ input: classes.code }}
        rightSectionWidth={36}
        rightSection={
          isChecking ? (
            <Loader size={16} />
          ) : (
            typed !== '' && <CloseButton size="sm" aria-label="Remove coupon" onClick={() => setTyped('')} />
          )
        }
      />
      <Group
        component="p"
        role="status"
        gap={6}
        m={0}
        mt={6}
        c="var(--mantine-color-good-light-color)"
        fz="sm"
        lh="18px"
        className={classes.place}
      >
        {applied && (
          <>
            <CircleCheck size={14} aria-hidden="true" />
            {applied.code}: {applied.says}
          </>
        )}
      </Group>
    </form>
  )
}
