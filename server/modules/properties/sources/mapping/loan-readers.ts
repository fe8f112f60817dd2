import { lenderTypes, loanTypes, rateTypes } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import { anyDay, date } from './dates.ts'
import { type Cells, implausible, type Reader, type ReadResult } from './reader.ts'
import { money, term, text } from './readers.ts'

type Mortgage = NonNullable<Property['mortgages']>[number]

type LoanColumns = { [Part in 'amount' | 'type' | 'lender' | 'lenderType' | 'date' | 'rateType']?: string | undefined }

const listColumns = (columns: LoanColumns) => Object.values(columns).filter((column) => column !== undefined)

/** Without any loan data the property has no loans if the count column says 0; otherwise they are unknown. */
export const openLoans = (loans: readonly LoanColumns[], numberOfLoans?: string): Reader<Mortgage[]> => {
  const readers = loans.map(loanReader)
  return {
    needs: [...loans.flatMap(listColumns), ...(numberOfLoans === undefined ? [] : [numberOfLoans])],
    read: (cell, today) => {
      const open = readers
        .map((read) => read(cell, today))
        .filter((loan) => loan !== null)
        .map((loan, at): Mortgage => ({ position: at + 1, ...loan }))
      const count = numberOfLoans === undefined ? '' : cell(numberOfLoans)
      return open.length > 0 || Number(count || Number.NaN) === 0 ? open : null
    },
  }
}

function loanReader(columns: LoanColumns): (cell: Cells, today: string) => Omit<Mortgage, 'position'> | null {
  const said = listColumns(columns)
  const amount = readPart(columns.amount, money)
  const loanType = readPart(columns.type, (column) => term(column, loanTypes))
  const lender = readPart(columns.lender, text)
  const lenderType = readPart(columns.lenderType, (column) => term(column, lenderTypes))
  const originatedOn = readPart(columns.date, (column) => date(column, { as: anyDay }))
  const rateType = readPart(columns.rateType, (column) => term(column, rateTypes))
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

const unpublished: Reader<never> = { needs: [], read: () => null }

const readPart = <T>(column: string | undefined, createReader: (column: string) => Reader<T>): Reader<T> =>
  column === undefined ? unpublished : createReader(column)

const nullIfImplausible = <T>(value: ReadResult<T>): T | null => (value === implausible ? null : value)
