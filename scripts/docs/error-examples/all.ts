import type { ErrorExamples } from './case.ts';
import { ASSET_NOT_FOUND } from './cases/asset-not-found.ts';
import { COLLATERAL_PRICE_STALE } from './cases/collateral-price-stale.ts';
import { FORBIDDEN } from './cases/forbidden.ts';
import { INSUFFICIENT_MARGIN } from './cases/insufficient-margin.ts';
import { INTERNAL_ERROR } from './cases/internal-error.ts';
import { INVALID_FORMAT } from './cases/invalid-format.ts';
import { INVALID_VALUE } from './cases/invalid-value.ts';
import { MISSING_REQUIRED_FIELD } from './cases/missing-required-field.ts';
import { NOT_FOUND } from './cases/not-found.ts';
import { OPERATION_TIMEOUT } from './cases/operation-timeout.ts';
import { ORDER_NOT_FOUND } from './cases/order-not-found.ts';
import { RATE_LIMIT_EXCEEDED } from './cases/rate-limit-exceeded.ts';
import { UNAUTHORIZED } from './cases/unauthorized.ts';
import { VALIDATION_ERROR } from './cases/validation-error.ts';

/** The codes that the specification lists, in its order. */
export const EXAMPLES: readonly ErrorExamples[] = [
  UNAUTHORIZED,
  VALIDATION_ERROR,
  MISSING_REQUIRED_FIELD,
  INVALID_FORMAT,
  INVALID_VALUE,
  RATE_LIMIT_EXCEEDED,
  INSUFFICIENT_MARGIN,
  ORDER_NOT_FOUND,
  OPERATION_TIMEOUT,
  INTERNAL_ERROR,
  NOT_FOUND,
  FORBIDDEN,
  ASSET_NOT_FOUND,
  COLLATERAL_PRICE_STALE,
];
