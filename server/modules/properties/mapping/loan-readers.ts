import { lenderTypes, loanTypes, rateTypes } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import { anyDay, date } from './dates.ts'
import { type Cells, implausible, type Reader, type ReadResult } from './reader.ts'
import { money, term, text } from './readers.ts'

type Mortgage = NonNullable<Property['mortgages']>[number]

export type LoanColumns = Record<'amount' | 'type' | 'lender' | 'lenderType' | 'date' | 'rateType', string>

/** Without any loan data the property has no loans if the count column says 0; otherwise they are unknown. */
export const openLoans = (loans: readonly LoanColumns[], numberOfLoans: string): Reader<Mortgage[]> => {
  const readers = loans.map(loanReader)
  return {
    needs: [...loans.flatMap((columns) => Object.values(columns)), numberOfLoans],
    read: (cell, today) => {
      const open = readers
        .map((read) => read(cell, today))
        .filter((loan) => loan !== null)
        .map((loan, at): Mortgage => ({ position: at + 1, ...loan }))
      return open.length > 0 || Number(cell(numberOfLoans) || Number.NaN) === 0 ? open : null
    },
  }
}

function loanReader(columns: LoanColumns): (cell: Cells, today: string) => Omit<Mortgage, 'position'> | null {
  const said = Object.values(columns)
  const amount = money(columns.amount)
  const loanType = term(columns.type, loanTypes)
  const lender = text(columns.lender)
  const lenderType = term(columns.lenderType, lenderTypes)
  const originatedOn = date(columns.date, { as: anyDay })
  const rateType = term(columns.rateType, rateTypes)
  return (cell, today) =>
    said.every((column) => cell(column) === '')
      ? null
      : {
          amount: nullIfImplausible(amount.read(cell, today)),
          loanType: nullIfImplausible(loanType.read(cell, today)) ?? 'UNKNOWN',
          lender: nullIfImplausible(lender.read(cell, today)),
          lenderType: nullIfImplausible(lenderType.read(cell, today)) ?? 'UNKNOWN',
          originatedOn: nullIfImplausible(originatedOn.read(cell, today)),
          rateType: nullIfImplausible(rateType.read(cell, today)) ?? 'UNKNOWN',
        }
}

const nullIfImplausible = <T>(value: ReadResult<T>): T | null => (value === implausible ? null : value)
