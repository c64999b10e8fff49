package dev.samekey.reports;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Too long for each change, so it runs by {@code .ci/whole} alone: {@code -Dproof=whole}. */
@EnabledIfSystemProperty(named = "samekey.proof", matches = "whole")
@DisabledIfSystemProperty(named = "samekey.proof.defects", matches = ".+")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OfTheWholeProof {}
