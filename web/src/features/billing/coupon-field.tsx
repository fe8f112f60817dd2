import { CloseButton, Loader, TextInput } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { FormEvent, Ref } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import classes from './offers.module.css'
import type { PricedCoupon } from './use-price.ts'

type CouponFieldProps = { coupon: PricedCoupon; disabled?: boolean; inputRef?: Ref<HTMLInputElement> }

/** A coupon's code, checked when typing pauses or at Enter; what it does, or why it does nothing, stands under it. */
export function CouponField({ coupon, disabled, inputRef }: CouponFieldProps) {
  const { typed, setTyped, check, error, applied, isChecking } = coupon
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check()
  }
  return (
    <form className={classes.coupon} onSubmit={submit} noValidate>
      <TextInput
        ref={inputRef}
        label="Coupon"
        placeholder="Code, if you have one"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        disabled={disabled}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error && sentenceFor(error)}
        classNames={{ input: classes.code }}
        rightSectionWidth={36}
        rightSection={
          isChecking ? (
            <Loader size={16} />
          ) : (
            typed !== '' && <CloseButton size="sm" aria-label="Remove the coupon" onClick={() => setTyped('')} />
          )
        }
      />
      <p role="status" className={classes.applied}>
        {applied && (
          <>
            <CircleCheck size={14} aria-hidden="true" />
            {applied.code}: {applied.says}
          </>
        )}
      </p>
    </form>
  )
}
