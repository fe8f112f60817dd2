import { testScreens } from '../screens.ts'

testScreens(['consumer'], { part: 2, of: 2 })
