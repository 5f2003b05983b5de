import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { runOf, scenario } from '../results/run.test-helper.ts';
import { junitXml } from './junit.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, 'junit.xsd'), 'utf8');

/** What libxml2 finds wrong with a document, held against the schema. */
async function faultsOf(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema: [SCHEMA] });
  return errors.map(({ message }) => message);
}

const EVERY_VERDICT = runOf(
  [
    scenario(8, { name: 'it is cancelled' }),
    scenario(12, { verdict: 'failed', error: 'Then the response is ok\n404 & "gone"', durationMs: 1_250 }),
    scenario(20, { verdict: 'skipped', reason: 'needs clock: no control plane' }),
    scenario(24, { verdict: 'expected-failure', reason: 'is wrong', error: 'no' }),
    scenario(28, { verdict: 'unexpected-pass', reason: 'is wrong' }),
    scenario(4, { uri: 'features/auth/nonce.feature', feature: 'nonces', verdict: 'error', error: 'undefined step' }),
  ],
  { seed: '7', shard: { index: 1, of: 2 } },
);

test('a run is written suite by suite, with counts, times and properties', () => {
  expect(junitXml(EVERY_VERDICT)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="perpsim conform perpsim in process" tests="6" failures="2" errors="1" time="1.500">
  <testsuite name="cancelOrders removes orders" tests="5" failures="2" errors="0" skipped="2" time="2.250" timestamp="2026-01-02T03:04:05" package="features/trade/cancelOrders.feature">
    <properties>
      <property name="suite" value="perpsim 0.1.0"/>
      <property name="target" value="perpsim in process"/>
      <property name="url" value="http://perpsim.local/v1"/>
      <property name="target version" value="0.1.0"/>
      <property name="profile" value="full"/>
      <property name="transport" value="rest"/>
      <property name="seed" value="7"/>
      <property name="shard" value="1/2"/>
    </properties>
    <testcase classname="trade.cancelOrders" name="it is cancelled" time="0.250"/>
    <testcase classname="trade.cancelOrders" name="case 12" time="1.250">
      <failure message="Then the response is ok: 404 &amp; &quot;gone&quot;" type="failed">Then the response is ok
404 &amp; "gone"

features/trade/cancelOrders.feature:12
npx perpsim conform --profile full --seed 7 features/trade/cancelOrders.feature:12</failure>
    </testcase>
    <testcase classname="trade.cancelOrders" name="case 20" time="0.250">
      <skipped message="needs clock: no control plane"/>
    </testcase>
    <testcase classname="trade.cancelOrders" name="case 24" time="0.250">
      <skipped message="known to fail: is wrong"/>
    </testcase>
    <testcase classname="trade.cancelOrders" name="case 28" time="0.250">
      <failure message="passed although it is known to fail: is wrong" type="unexpected-pass">passed although it is known to fail: is wrong

features/trade/cancelOrders.feature:28
npx perpsim conform --profile full --seed 7 features/trade/cancelOrders.feature:28</failure>
    </testcase>
  </testsuite>
  <testsuite name="nonces" tests="1" failures="0" errors="1" skipped="0" time="0.250" timestamp="2026-01-02T03:04:05" package="features/auth/nonce.feature">
    <properties>
      <property name="suite" value="perpsim 0.1.0"/>
      <property name="target" value="perpsim in process"/>
      <property name="url" value="http://perpsim.local/v1"/>
      <property name="target version" value="0.1.0"/>
      <property name="profile" value="full"/>
      <property name="transport" value="rest"/>
      <property name="seed" value="7"/>
      <property name="shard" value="1/2"/>
    </properties>
    <testcase classname="auth.nonce" name="case 4" time="0.250">
      <error message="undefined step" type="error">undefined step

features/auth/nonce.feature:4
npx perpsim conform --profile full --seed 7 features/auth/nonce.feature:4</error>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('a validator accepts it, with every verdict and with none', async () => {
  expect(await faultsOf(junitXml(EVERY_VERDICT))).toEqual([]);
  expect(await faultsOf(junitXml(runOf([])))).toEqual([]);
});

test('the validator refuses what readers would stumble over', async () => {
  const xml = junitXml(EVERY_VERDICT);
  expect(await faultsOf(xml.replace('tests="6"', 'tests="six"'))).toHaveLength(1);
  expect(await faultsOf(xml.replaceAll('case 12', 'it is cancelled'))).toHaveLength(1);
  expect(await faultsOf(xml.replace('</testsuites>', ''))).not.toEqual([]);
});

test('rows of the same name differ by their lines', async () => {
  const xml = junitXml(runOf([scenario(8, { name: 'a row' }), scenario(9, { name: 'a row' }), scenario(10)]));
  expect([...xml.matchAll(/ name="([^"]*)" time="0.250"\/>/g)].map(([, name]) => name)).toEqual([
    'a row (line 8)',
    'a row (line 9)',
    'case 10',
  ]);
  expect(await faultsOf(xml)).toEqual([]);
});

test('a response may hold whatever bytes it likes', async () => {
  const error = 'got <a b="c">]]>&amp;\u0000\u001b[31m\ud800 \uffff \u{1f600}\ttab';
  const xml = junitXml(runOf([scenario(8, { verdict: 'failed', error, name: 'two\nlines "quoted"' })]));
  const escaped = 'got &lt;a b="c"&gt;]]&gt;&amp;amp;\\u0000\\u001b[31m\\ud800 \\uffff \u{1f600}\ttab';
  expect(xml).toContain(`type="failed">${escaped}\n`);
  expect(xml).toContain('name="two&#10;lines &quot;quoted&quot;"');
  expect(await faultsOf(xml)).toEqual([]);
});
