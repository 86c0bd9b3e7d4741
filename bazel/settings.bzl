"""Settings that the command line gives a value; SettingInfo has it."""

SettingInfo = provider("The value of a setting.", fields = ["value"])

def _setting_impl(ctx):
    return [SettingInfo(value = ctx.build_setting_value)]

switch_setting = rule(_setting_impl, build_setting = config.bool(flag = True))
words_setting = rule(_setting_impl, build_setting = config.string(flag = True))
