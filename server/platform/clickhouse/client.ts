/** A value bound to a `{name:Type}` placeholder. 64-bit integers travel as decimal strings. */
export type Param = string | number | boolean | readonly string[] | readonly number[]
export type Params = Record<string, Param>

/** What one read may use before it is stopped with a clear error. */
export type ReadLimits = { seconds: number; memoryBytes: number; resultRows: number }

/**
 * The property store. The same SQL runs embedded and on a cluster. User text reaches SQL as a bound parameter only.
 * 64-bit integers come back as strings, dates as `YYYY-MM-DD`, null as null.
 */
export type ClickHouse = {
  /** Runs one read-only statement within `limits` and gives its rows as objects. */
  rows<Row>(sql: string, params?: Params, limits?: Partial<ReadLimits>): Promise<Row[]>
  /** Runs one statement that changes data or schema. */
  run(sql: string, params?: Params): Promise<void>
  /** Loads a local file into a table; its columns are those of `columns`, in order. */
  insertFile(table: string, columns: readonly string[], path: string, format: 'TabSeparated'): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}
