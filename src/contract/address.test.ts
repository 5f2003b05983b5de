import { getAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { checksumAddress, parseAddress } from './address.ts';

/** The eight examples that EIP-55 itself gives, and a development wallet. */
const CHECKSUMMED = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
];

describe('checksumAddress', () => {
  test.each(CHECKSUMMED)('%s', (address) => {
    expect(checksumAddress(address.toLowerCase())).toBe(address);
  });

  test('agrees with an independent implementation', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const digits = Array.from({ length: 40 }, (_, index) =>
        ((seed * 7919 + index * index * 31 + index * seed) % 16).toString(16),
      );
      const address = `0x${digits.join('')}`;
      expect(checksumAddress(address)).toBe(getAddress(address));
    }
  });
});

describe('parseAddress', () => {
  test.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['0XDE709F2102306220921060314715629080E2FB77', '0xde709f2102306220921060314715629080e2fb77'],
  ])('%s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  test.each([
    ['empty', ''],
    ['one digit short', '0x52908400098527886e0f7030069857d2e4169ee'],
    ['one digit long', '0x52908400098527886e0f7030069857d2e4169ee70'],
    ['no prefix', '52908400098527886e0f7030069857d2e4169ee7aa'],
    ['not hex', '0x52908400098527886e0f7030069857d2e4169eeg'],
    ['a space', ' 0x52908400098527886e0f7030069857d2e4169ee7'],
    ['a line end', '0x52908400098527886e0f7030069857d2e4169ee7\n'],
    ['full-width digit', '0x52908400098527886e0f7030069857d2e4169ee７'],
  ])('%s is no address', (_case, text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
