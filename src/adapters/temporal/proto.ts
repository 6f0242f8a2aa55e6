/** Temporal's wire types as a value: the package is CommonJS, and Node finds no named exports in it. */
import proto from '@temporalio/proto';

export const { enums } = proto.temporal.api;
